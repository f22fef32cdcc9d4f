import { withCommitGuard } from "../../kernel/commit-guard.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { putStock } from "../inventory/index.ts";
import type { Ingest } from "../inventory/inventory.schema.ts";
import { type Claim, holdsClaim } from "./claim-pull.ts";
import { FetchFailed, type FetchFeed, type Validators } from "./fetch-feed.ts";
import { readPullState } from "./pull-state.ts";
import { settlePull } from "./settle-pull.ts";

/** What came of a fetch. */
export type Pulled =
  | { outcome: "unchanged" }
  | { outcome: "taken"; ingest: Ingest; validators: Validators }
  | { outcome: "failed"; why: string };

/** The source was connected anew, disconnected or deleted while its file arrived. */
class ClaimLost extends Error {}

/**
 * Fetches the file of a claimed source and takes it in; what came of it is kept for the next time. Interrupted anywhere,
 * it is done again when the claim has run out, and what was taken in already is then unchanged.
 */
export async function pullSource(ctx: Context, claim: Claim, fetchFeed: FetchFeed): Promise<void> {
  try {
    await settlePull(ctx, claim, await pull(ctx, claim, fetchFeed));
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error;
  }
}

async function pull(ctx: Context, claim: Claim, fetchFeed: FetchFeed): Promise<Pulled> {
  const { retailerId, storeId, parameters } = claim;
  const { url } = parameters;
  const authorization =
    claim.authorization && ctx.vault.open(claim.authorization, ["inventory_source", retailerId, storeId]);
  try {
    const { known } = await readPullState(ctx.db, claim);
    const fetched = await fetchFeed({ url, authorization, known });
    if (fetched === "unchanged") return { outcome: "unchanged" };
    try {
      return { outcome: "taken", ingest: await take(ctx, claim, fetched.bytes), validators: fetched.validators };
    } finally {
      await fetched.close();
    }
  } catch (error) {
    return { outcome: "failed", why: whyFailed(error) };
  }
}

function take(ctx: Context, claim: Claim, feed: AsyncIterable<Uint8Array>): Promise<Ingest> {
  const { retailerId, storeId, parameters } = claim;
  const guarded = withCommitGuard(ctx, async (tx) => {
    if (!(await holdsClaim(tx, claim))) throw new ClaimLost();
  });
  return putStock(guarded, { retailerId, storeId, mode: parameters.mode ?? "update", feed });
}

/** @throws what says nothing of the file: a defect, or a database that is away */
function whyFailed(error: unknown): string {
  if (error instanceof FetchFailed) return error.message;
  // A lack of resources on our side says nothing about the file.
  if (!(error instanceof DomainError) || error.code === "Unavailable" || error.code === "RateLimited") throw error;
  if (error.code === "StoreNotFound" || error.code === "RetailerNotFound") throw new ClaimLost();
  return `The file was fetched, but not taken. ${error.message}`;
}
