import type { Context } from "../../kernel/context.ts";
import { findIngest } from "./find-ingest.ts";
import type { GetIngest, Ingest } from "./inventory.schema.ts";
import { presentIngest } from "./present-ingest.ts";

/** What became of one feed or PATCH. @throws IngestNotFound */
export async function getIngest(ctx: Context, input: GetIngest): Promise<Ingest> {
  return presentIngest(await findIngest(ctx, input));
}
