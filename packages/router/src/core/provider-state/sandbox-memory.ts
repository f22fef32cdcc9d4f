import type { Database, Prisma } from "@highstreet/db";
import type { SandboxMemory } from "@highstreet/providers";

/** A prefix for `startsWith`, which does not escape `%` and `_`. */
const escaped = (prefix: string): string => prefix.replace(/[\\%_]/g, "\\$&");

/** The state of the sandbox's outside world, which all processes on a database share. */
export function createSharedMemory({ prisma }: Pick<Database, "prisma">): SandboxMemory {
  return {
    get: async (key) => (await prisma.sandboxMemory.findUnique({ where: { key } }))?.value,
    put: async (key, given) => {
      const value = given as Prisma.InputJsonValue;
      await prisma.sandboxMemory.upsert({ where: { key }, create: { key, value }, update: { value } });
    },
    delete: async (key) => {
      await prisma.sandboxMemory.deleteMany({ where: { key } });
    },
    list: (prefix) =>
      prisma.sandboxMemory.findMany({ where: { key: { startsWith: escaped(prefix) } }, orderBy: { key: "asc" } }),
  };
}
