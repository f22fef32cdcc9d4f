import { readChannel, type StoreIds, type WithPrisma } from "../../../core/channels/index.ts";
import type { StoreRow } from "../../../core/stores/index.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { isConnected, searchSentence } from "./search-status.ts";

/** Number of products in stock that local ads need. */
const REQUIRED_PRODUCTS = 50;

/** The first precondition of local ads that fails; undefined if none does. */
export async function findObstacle(db: WithPrisma, store: StoreRow): Promise<DomainError | undefined> {
  const search = await readChannel(db, store, "search");
  if (!isConnected(search)) {
    const detail = `Local ads need the store's search channel to be connected. ${searchSentence(search, store.timezone)}`;
    const since = search?.statusSince.toISOString() ?? null;
    return new DomainError("SearchChannelNotConnected", detail, { since });
  }
  const { actual, required } = await readInStock(db, store);
  if (actual >= required) return undefined;
  const detail = `Local ads need at least ${required} products in stock; the store has ${actual}.`;
  return new DomainError("InsufficientInStockProducts", detail, { required, actual });
}

/** The number of products that a store has in stock, and the number that local ads need. */
export async function readInStock(
  { prisma }: WithPrisma,
  { retailerId, storeId }: StoreIds,
): Promise<{ actual: number; required: number }> {
  const store = await prisma.store.findUnique({
    where: { retailerId_id: { retailerId, id: storeId } },
    select: { inStockCount: true },
  });
  return { actual: store?.inStockCount ?? 0, required: REQUIRED_PRODUCTS };
}
