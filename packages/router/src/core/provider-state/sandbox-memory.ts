import type { Database, Prisma } from "@highstreet/db";
import type { SandboxMemory } from "@highstreet/providers";
import { startingWith } from "../../kernel/text.ts";

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
    list: (prefix) => prisma.sandboxMemory.findMany({ where: { key: startingWith(prefix) }, orderBy: { key: "asc" } }),
  };
}
