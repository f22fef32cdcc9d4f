import type { Database } from "./database.ts";

/**
 * Loads Prisma's query compiler, about 40 MB and 150 ms, so that no caller waits for the first call of a process. A database that
 * cannot be reached is no error.
 */
export async function warmUp(db: Database): Promise<void> {
  await db.prisma.partner.findFirst({ select: { id: true } }).catch(() => undefined);
}
