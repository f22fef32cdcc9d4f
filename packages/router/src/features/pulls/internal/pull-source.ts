import { withCommitGuard } from "../../../kernel/commit-guard.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { putStock } from "../../inventory/index.ts";
import type { Ingest } from "../../inventory/inventory.schema.ts";
import { FetchFailed, type FetchFeed, type Validators } from "../fetch-feed.ts";
import { type Claim, holdsClaim } from "./claim-pull.ts";
import { readPullState, settlePull } from "./settle-pull.ts";

/** The result of a fetch. */
export type Pulled =
  | { outcome: "unchanged" }
  | { outcome: "taken"; ingest: Ingest; validators: Validators }
  | { outcome: "failed"; why: string };

/** The source was connected again, disconnected or deleted while its file arrived. */
class ClaimLost extends Error {}

/**
 * Fetches the file of a claimed source, takes it in and stores the result. If the worker ends in the meantime, another worker repeats the
 * fetch when the claim expires. A file that was already applied is then unchanged.
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
    const { known } = await readPullState(ctx.db.prisma, claim);
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

/** The reason for a failed fetch, for people. @throws errors that are not about the file: a defect, or a missing database */
function whyFailed(error: unknown): string {
  if (error instanceof FetchFailed) return error.message;
  // A lack of resources on our side says nothing about the file.
  if (!(error instanceof DomainError) || error.code === "Unavailable" || error.code === "RateLimited") throw error;
  if (error.code === "StoreNotFound" || error.code === "RetailerNotFound") throw new ClaimLost();
  return `The file was fetched, but not taken. ${error.message}`;
}
