import { dirname } from "node:path";
import { schema, schemaEngine } from "./schema-engine.ts";

/**
 * The SQL that changes the database at `url` into the Prisma schema; empty if both agree. Compares tables, columns, plain indexes
 * and foreign keys. Ignores what Prisma cannot express (CHECKs, partial indexes, views).
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
