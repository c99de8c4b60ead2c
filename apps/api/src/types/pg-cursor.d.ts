declare module "pg-cursor" {
  import type { CustomTypesConfig, Submittable } from "pg";

  interface CursorConfig {
    readonly rowMode?: "array";
    readonly types?: CustomTypesConfig;
  }

  export default class Cursor<Row> implements Submittable {
    constructor(text: string, values?: readonly unknown[], config?: CursorConfig);
    read(rows: number): Promise<Row[]>;
    close(): Promise<void>;
    submit(connection: unknown): void;
  }
}
