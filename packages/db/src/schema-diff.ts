import { dirname } from "node:path";
import { schema, schemaEngine } from "./schema-engine.ts";

/**
 * The SQL that turns the database at `url` into the Prisma schema; empty when they agree. It sees tables, columns,
 * plain indexes and foreign keys; what Prisma cannot say (CHECKs, partial indexes, views) is left alone.
 */
export async function schemaDiff(url: string): Promise<string> {
  const engine = await schemaEngine(url);
  const { files } = schema();
  const configDir = dirname(files[0]?.path ?? "");
  const { exitCode, stdout } = await engine.diff({
    from: { tag: "schemaDatasource", files, configDir },
    to: { tag: "schemaDatamodel", files },
    script: true,
    exitCode: true,
    filters: { externalTables: ["public._prisma_migrations"], externalEnums: [] },
  });
  return exitCode === 2 ? (stdout ?? "") : "";
}
