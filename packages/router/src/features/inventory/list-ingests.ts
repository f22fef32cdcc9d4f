import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { PageResult } from "../../kernel/paging.ts";
import type { Ingest, ListIngests } from "./inventory.schema.ts";
import { pageIngests } from "./page-ingests.ts";

/** A store's ingests, the newest first; tills make many, among which feeds can be asked for alone. */
export async function listIngests(ctx: Context, input: ListIngests): Promise<PageResult<Ingest>> {
  const { retailerId, storeId } = await findStore(ctx, input);
  return pageIngests(ctx, { retailerId, storeId, feeds: input.feeds }, input.page);
}
