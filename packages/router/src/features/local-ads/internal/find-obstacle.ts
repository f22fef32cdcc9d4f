import { readChannel, type StoreIds, type WithPrisma } from "../../../core/channels/index.ts";
import { DomainError } from "../../../kernel/errors.ts";

/** Number of products in stock that local ads need. */
const REQUIRED_PRODUCTS = 50;

/** The first precondition of local ads that fails; undefined if none does. */
export async function findObstacle(db: WithPrisma, store: StoreIds): Promise<DomainError | undefined> {
  const search = await readChannel(db, store, "search");
  if (search?.status !== "connected") {
    const now = search ? "It is pending, and its warnings say why." : "The store has none: enable it first.";
    const detail = `Local ads need the store's search channel to be connected. ${now}`;
    return new DomainError("SearchChannelNotConnected", detail);
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
