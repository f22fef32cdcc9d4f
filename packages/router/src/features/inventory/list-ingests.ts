import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { PageResult } from "../../kernel/paging.ts";
import { pageIngests } from "./internal/ingests.ts";
import type { Ingest, ListIngests } from "./inventory.schema.ts";

/** The ingests of a store, newest first. Tills create many, so the caller can ask for files only. */
export async function listIngests(ctx: Context, input: ListIngests): Promise<PageResult<Ingest>> {
  const { retailerId, storeId } = await findStore(ctx, input);
  return pageIngests(ctx, { retailerId, storeId, feeds: input.feeds }, input.page);
}
