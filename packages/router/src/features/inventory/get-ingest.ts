import type { Context } from "../../kernel/context.ts";
import { findIngest, presentIngest } from "./internal/ingests.ts";
import type { GetIngest, Ingest } from "./inventory.schema.ts";

/** The record of one feed or PATCH. @throws IngestNotFound */
export async function getIngest(ctx: Context, input: GetIngest): Promise<Ingest> {
  return presentIngest(await findIngest(ctx, input));
}
