import type { EditByFilter, EditPlan, Operation } from "../src/features/operations/operations.schema.ts";
import { createCaller } from "../src/router.ts";
import type { TestContext } from "./context.ts";

type Bulk = Pick<EditByFilter["body"], "filter" | "edit">;

/** A shop with two stores that have `items` items each, and calls for its operations. */
export async function bulkShop(t: TestContext, items: number) {
  const caller = createCaller(t.ctx);
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  const { ids: other } = await t.store(retailerId);
  const barcodes = Array.from({ length: items }, (_, n) => `item-${String(n).padStart(6, "0")}`);
  async function* feed(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`barcode,price,quantity\n${barcodes.map((barcode) => `${barcode},1.00,5\n`).join("")}`);
  }
  for (const store of [ids, other]) await caller.inventory.putStock({ ...store, mode: "update", feed: feed() });
  const plan = (body: Bulk): Promise<EditPlan> => caller.operations.planEdit({ retailerId, body });
  const edit = async (body: Bulk): Promise<Operation> => {
    const { selection } = await plan(body);
    return (await caller.operations.editByFilter({ retailerId, body: { ...body, selection } })) as Operation;
  };
  const operation = (operationId: string) => caller.operations.get({ retailerId, operationId });
  const revert = (operationId: string) => caller.operations.revert({ retailerId, operationId });
  const count = async (text: string): Promise<number> => {
    const [row] = await t.ctx.db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${text}`, [retailerId]);
    return row?.count ?? 0;
  };
  const hidden = () => count("customization WHERE retailer_id = $1 AND hidden");
  const events = () => count("store_event WHERE retailer_id = $1 AND action = 'inventory.update'");
  return { caller, retailerId, ids, other, barcodes, plan, edit, operation, revert, hidden, events };
}
