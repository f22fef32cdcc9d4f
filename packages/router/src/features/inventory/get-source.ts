import type { StoreIds } from "../../core/channels/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { presentSource, readSource } from "./internal/source.ts";
import type { SourceRecord } from "./source.schema.ts";

/** The source of the stock of a store, and its state. @throws RetailerNotFound, StoreNotFound */
export async function getSource(ctx: Context, input: StoreIds): Promise<SourceRecord> {
  const store = await findStore(ctx, input);
  return presentSource(await readSource(ctx.db, store));
}
