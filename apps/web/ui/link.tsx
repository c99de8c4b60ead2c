"use client";
import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link that is fetched ahead once it is pointed at or focused, and not for being in sight: a table of
 * partitions would fetch a page for each of its rows.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, "prefetch">) {
  const [near, setNear] = useState(false);
  return (
    <NextLink
      {...props}
      prefetch={near ? null : false}
      onPointerEnter={(event) => {
        setNear(true);
        props.onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setNear(true);
        props.onFocus?.(event);
      }}
    />
  );
}
