import type { SqlTx } from "@highstreet/db";
import type { StoreIds } from "../channels/index.ts";
import { lockStores } from "../events/index.ts";

/** PostgreSQL's `lock_not_available`. */
const LOCK_NOT_AVAILABLE = "55P03";

/** How long somebody waits for a store that another works on. */
export interface Patience {
  /** Default: until it is free. */
  patienceMs?: number;
}

/** Locks a store. @throws an error that `isBusy` knows: it was not free in time */
export async function lockStore(
  tx: SqlTx,
  { retailerId, storeId }: StoreIds,
  { patienceMs = 0 }: Patience,
): Promise<void> {
  if (patienceMs) tx.send(`SET LOCAL lock_timeout = ${patienceMs}`);
  await lockStores(tx, retailerId, [storeId]);
  if (patienceMs) tx.send("SET LOCAL lock_timeout = 0");
}

/** Whether work on a store came to nothing because another works on it. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === LOCK_NOT_AVAILABLE;
