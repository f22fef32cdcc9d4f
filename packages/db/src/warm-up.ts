import type { Database } from "./database.ts";

const NO_RETAILER = "00000000-0000-0000-0000-000000000000";

/**
 * Loads Prisma's query compiler (about 40 MB and 150 ms), and compiles the read of a retailer, which most calls begin with. So no
 * caller waits for the first call of a process. A database that cannot be reached is no error.
 */
export async function warmUp(db: Database): Promise<void> {
  await db.prisma.retailer.findUnique({ where: { id: NO_RETAILER } }).catch(() => undefined);
}
