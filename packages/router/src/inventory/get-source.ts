import type { Context } from "../context.ts";
import { findStore } from "../stores/index.ts";
import type { Source } from "./inventory.schema.ts";
import { readSource } from "./read-source.ts";

/** Where a store's stock comes from, and how it is doing. */
export async function getSource(ctx: Context, input: { retailerId: string; storeId: string }): Promise<Source> {
  const store = await findStore(ctx, input);
  return (await readSource(ctx.db, store)).source;
}
