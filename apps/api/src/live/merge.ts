/** Several async streams as one, each value with the number of its stream; ends when all have ended. */
export async function* merge<T>(
  streams: readonly AsyncGenerator<T>[],
): AsyncGenerator<{ readonly source: number; readonly value: T }> {
  type Step = { readonly source: number; readonly result: IteratorResult<T> };
  const pending = new Map<number, Promise<Step>>();
  const step = (source: number): void => {
    const stream = streams[source];
    if (stream !== undefined)
      pending.set(
        source,
        stream.next().then((result) => ({ source, result })),
      );
  };
  for (const source of streams.keys()) step(source);
  try {
    while (pending.size > 0) {
      const { source, result } = await Promise.race(pending.values());
      if (result.done === true) pending.delete(source);
      else {
        step(source);
        yield { source, value: result.value };
      }
    }
  } finally {
    // not awaited: a stream that waits for its next value ends when what it waits on is aborted
    for (const stream of streams) void stream.return(undefined).catch(() => undefined);
  }
}
