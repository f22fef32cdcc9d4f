import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { presentSource, readSource } from "./read-source.ts";
import type { SourceRecord } from "./source.schema.ts";

/** Where a store's stock comes from, and how it is doing. */
export async function getSource(ctx: Context, input: { retailerId: string; storeId: string }): Promise<SourceRecord> {
  const store = await findStore(ctx, input);
  return presentSource(await readSource(ctx.db, store));
}
