import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import { SchemaEngine, type SchemasContainer } from "@prisma/schema-engine-wasm";
import pg from "pg";

const PRISMA = join(import.meta.dirname, "../../../prisma");
const CHAR = 18;
const CHAR_ARRAY = 1002;

/**
 * Prisma's schema engine as WebAssembly, connected to the database at `url`. The engine leaves a timer of ten seconds, so end the
 * process after use.
 */
export async function schemaEngine(url: string): Promise<SchemaEngine> {
  // Without this handler a panic of the engine shows as "unreachable".
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => console.error(message) },
  });
  return SchemaEngine.new(
    { datamodels: schemaFiles().map(({ path, content }) => [path, content]) },
    () => {},
    bindMigrationAwareSqlAdapterFactory(adapter(url)),
  );
}

export function schema(): SchemasContainer {
  return { files: schemaFiles() };
}

function schemaFiles(): { path: string; content: string }[] {
  const folder = join(PRISMA, "schema");
  const names = readdirSync(folder).filter((name) => name.endsWith(".prisma"));
  return names.map((name) => ({ path: join(folder, name), content: readFileSync(join(folder, name), "utf8") }));
}

function adapter(url: string): SqlMigrationAwareDriverAdapterFactory {
  const pool = poolWithChar(url);
  const factory = new PrismaPg(pool, { disposeExternalPool: true });
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const connected = await connect();
    const queryRaw = connected.queryRaw.bind(connected);
    connected.queryRaw = async (query) => {
      const result = await queryRaw(query);
      return {
        ...result,
        columnTypes: result.columnTypes.map((type) =>
          type === ColumnTypeEnum.CharacterArray ? ColumnTypeEnum.Character : type,
        ),
      };
    };
    return connected;
  };
  return factory;
}

/**
 * PostgreSQL's catalogue uses `"char"`, which adapter-pg refuses. The value passes as an array here and is converted back above.
 */
function poolWithChar(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url });
  const query: (...args: unknown[]) => Promise<pg.QueryArrayResult> = pool.query.bind(pool);
  return Object.assign(pool, {
    query: async (...args: unknown[]) => {
      const result = await query(...args);
      // A script with several statements has several results.
      for (const field of result.fields ?? []) if (field.dataTypeID === CHAR) field.dataTypeID = CHAR_ARRAY;
      return result;
    },
  });
}
