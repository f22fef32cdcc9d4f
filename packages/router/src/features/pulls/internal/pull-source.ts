import type { Prisma } from "@highstreet/db";
import { withCommitGuard } from "../../../access/call-context.ts";
import type { StoreIds } from "../../../core/channels/index.ts";
import { problemOfFeed } from "../../../core/feeds/index.ts";
import { lockStores } from "../../../core/log/index.ts";
import type { Context } from "../../../kernel/context.ts";
import { DomainError } from "../../../kernel/errors.ts";
import { putStock, putStockFile } from "../../ingest/index.ts";
import type { Ingest } from "../../ingest/ingest.schema.ts";
import { changeSource, sourceWarnings, type Why } from "../../sources/index.ts";
import { failuresSql, settleFileSql } from "../pulls.sql.ts";
import { type Claim, holdsClaim, type StoreClaim } from "./claim-pull.ts";

/** They tell two versions of a file apart (RFC 9110, section 8.8). */
interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface FeedRequest {
  url: string;
  authorization: string | null;
  /** Of the last file; null: the server must send the file in any case. */
  known: Validators | null;
}

export interface FetchedFeed {
  /** As received, perhaps gzip. @throws FetchFailed if the file breaks off */
  bytes: AsyncIterable<Uint8Array>;
  validators: Validators;
  close(): Promise<void>;
}

/**
 * Fetches a file from an address of a partner. The worker implements it.
 * @returns `unchanged` if the server still has the last file
 * @throws FetchFailed
 */
export type FetchFeed = (request: FeedRequest) => Promise<FetchedFeed | "unchanged">;

/** The reason why a file could not be fetched: one sentence for people, without secrets. */
export class FetchFailed extends Error {
  /** The server refuses the address. Asking again will not help. */
  readonly isCertain: boolean;

  /** The kind of the reason and its values, as in a warning. */
  readonly parameters: Record<string, unknown>;

  constructor(why: string, isCertain = false, parameters: Record<string, unknown> = {}) {
    super(why);
    this.isCertain = isCertain;
    this.parameters = parameters;
  }
}

type Pulled =
  | { outcome: "unchanged" }
  | { outcome: "taken"; ingest: Ingest; validators: Validators }
  | ({ outcome: "failed" } & Why);

/** The source was connected again, disconnected or deleted while its file arrived. */
class ClaimLost extends Error {}

/**
 * Fetches the file of a claimed source, takes it in and stores the result. If the worker ends in the meantime, another worker repeats the
 * fetch when the claim expires. A file that was already applied is then unchanged.
 */
export async function pullSource(ctx: Context, claim: StoreClaim, fetchFeed: FetchFeed): Promise<void> {
  try {
    await settlePull(ctx, claim, await pull(ctx, claim, fetchFeed));
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error;
  }
}

async function pull(ctx: Context, claim: StoreClaim, fetchFeed: FetchFeed): Promise<Pulled> {
  const { retailerId, storeId, parameters } = claim;
  const { url } = parameters;
  const authorization =
    claim.authorization && ctx.vault.open(claim.authorization, ["inventory_source", retailerId, storeId]);
  try {
    const { known } = await readPullState(ctx.db.prisma, claim);
    const fetched = await fetchFeed({ url, authorization, known });
    if (fetched === "unchanged") return { outcome: "unchanged" };
    try {
      return { outcome: "taken", ingest: await takeStock(ctx, claim, fetched.bytes), validators: fetched.validators };
    } finally {
      await fetched.close();
    }
  } catch (error) {
    return { outcome: "failed", ...whyFailed(error) };
  }
}

function takeStock(ctx: Context, claim: StoreClaim, feed: AsyncIterable<Uint8Array>): Promise<Ingest> {
  const { retailerId, storeId, parameters } = claim;
  const guarded = withCommitGuard(ctx, async (tx) => {
    if (!(await holdsClaim(tx, claim))) throw new ClaimLost();
  });
  return putStock(guarded, { retailerId, storeId, mode: parameters.mode ?? "update", feed });
}

/** The reason for a failed fetch, for people. @throws errors that are not about the file: a defect, or a missing database */
function whyFailed(error: unknown): Why {
  if (error instanceof FetchFailed) return { why: error.message, parameters: error.parameters };
  // A lack of resources on our side says nothing about the file.
  if (!(error instanceof DomainError) || error.code === "Unavailable" || error.code === "RateLimited") throw error;
  if (error.code === "StoreNotFound" || error.code === "RetailerNotFound") throw new ClaimLost();
  const { code, parameters } = problemOfFeed(error);
  return { why: `The file was fetched, but not taken. ${error.message}`, parameters: { code, ...parameters } };
}

const MINUTE = 60_000;

/** As stored in `inventory_source.validators`. */
interface PullState extends Validators {
  /** null: the next fetch must return the whole file. */
  ingestId: string | null;
  failures: number;
}

const nothing: PullState = { etag: null, lastModified: null, ingestId: null, failures: 0 };

/**
 * Reads the state of the fetches of a source. `known`: the last file, if it was applied and nothing has written to the items since.
 * The same file would then change nothing. Otherwise null.
 */
async function readPullState(
  prisma: Prisma.TransactionClient,
  { retailerId, storeId }: StoreIds,
): Promise<{ state: PullState; known: Validators | null }> {
  const source = await prisma.inventorySource.findFirst({
    where: { retailerId, storeId },
    select: { validators: true, latestIngestId: true, store: { select: { stockVersion: true } } },
  });
  const state = (source?.validators as PullState | null | undefined) ?? nothing;
  const { etag, lastModified, ingestId } = state;
  const isLatest = ingestId !== null && ingestId === source?.latestIngestId;
  const isUnchanged =
    isLatest &&
    (await prisma.ingest.count({ where: { retailerId, id: ingestId, stockVersion: source.store.stockVersion } })) > 0;
  return { state, known: isUnchanged && (etag !== null || lastModified !== null) ? { etag, lastModified } : null };
}

type Kept = Awaited<ReturnType<typeof readPullState>>;

interface Next {
  inMinutes: number;
  state: PullState;
  change: Parameters<typeof changeSource>[2];
}

const fetched = { FeedNotFetched: null };

const MAX_RETRY_MINUTES = 24 * 60;

/** 1, 2, 4, … up to a day. @param failures in a row, from 1 */
const retryAfter = (failures: number): number => Math.min(MAX_RETRY_MINUTES, 2 ** (failures - 1));

function failed(why: Why, state: PullState, intervalMinutes: number): Next {
  const failures = state.failures + 1;
  return {
    inMinutes: retryAfter(failures),
    state: { ...state, failures },
    change: { warnings: { FeedNotFetched: sourceWarnings.feedNotFetched(why, intervalMinutes) } },
  };
}

function next(pulled: Pulled, { state, known }: Kept, intervalMinutes: number): Next {
  switch (pulled.outcome) {
    case "failed":
      return failed(pulled, state, intervalMinutes);
    case "unchanged":
      // Another write has changed the items in the meantime, so the next fetch must return the whole file.
      if (!known) return { inMinutes: 0, state: { ...state, ingestId: null }, change: {} };
      return {
        inMinutes: intervalMinutes,
        state: { ...state, failures: 0 },
        change: { status: "connected", heard: true, named: true, warnings: { ...fetched, FeedRefused: null } },
      };
    case "taken": {
      const { ingest, validators } = pulled;
      if (ingest.status === "refused") {
        return failed(
          { why: "The file was fetched, but it has no valid line.", parameters: { code: "NoValidLine" } },
          state,
          intervalMinutes,
        );
      }
      const isApplied = ingest.status !== "held";
      return {
        inMinutes: intervalMinutes,
        state: { ...validators, ingestId: isApplied ? ingest.id : null, failures: 0 },
        change: { warnings: fetched },
      };
    }
  }
}

/** Stores the result of a fetch and the time of the next one. Does nothing if the claim was lost in the meantime. */
async function settlePull(ctx: Context, claim: StoreClaim, pulled: Pulled): Promise<void> {
  const { retailerId, storeId, parameters } = claim;
  await ctx.db.transaction(claim, async (tx) => {
    await lockStores(tx, retailerId, [storeId]);
    if (!(await holdsClaim(tx, claim))) return;
    const now = ctx.now();
    const { inMinutes, state, change } = next(
      pulled,
      await readPullState(tx.prisma, claim),
      parameters.intervalMinutes,
    );
    const nextAt = new Date(now.getTime() + inMinutes * MINUTE);
    await tx.prisma.inventorySource.updateMany({
      where: { retailerId, storeId },
      data: { nextPullAt: nextAt, validators: { ...state } },
    });
    await changeSource(tx, claim, change, now);
  });
}

/**
 * Fetches the file of a retailer's claimed source and takes it in. Each fetch gets the whole file, because a write to any store can have
 * changed what the last one said.
 */
export async function pullFile(ctx: Context, claim: Claim, fetchFeed: FetchFeed): Promise<void> {
  const { retailerId, until, parameters } = claim;
  const why = await takeFile(ctx, claim, fetchFeed).catch((error: unknown) => {
    if (error instanceof ClaimLost) return null;
    throw error;
  });
  if (why === null) return;
  const [kept] = await ctx.db.query<{ failures: number }>(failuresSql, [retailerId]);
  const failures = why === undefined ? 0 : (kept?.failures ?? 0) + 1;
  const minutes = failures ? retryAfter(failures) : parameters.intervalMinutes;
  const said = why && sourceWarnings.feedNotFetched(why, parameters.intervalMinutes);
  await ctx.db.query(settleFileSql, [
    retailerId,
    until,
    new Date(ctx.now().getTime() + minutes * MINUTE),
    failures,
    JSON.stringify(said ? [{ id: "FeedNotFetched", ...said }] : []),
  ]);
}

/** @returns why the file was not taken; undefined: it was taken @throws ClaimLost */
async function takeFile(ctx: Context, claim: Claim, fetchFeed: FetchFeed): Promise<Why | undefined> {
  const { retailerId, parameters } = claim;
  const authorization = claim.authorization && ctx.vault.open(claim.authorization, ["retailer_source", retailerId]);
  const guarded = withCommitGuard(ctx, async (tx) => {
    if (!(await holdsClaim(tx, claim))) throw new ClaimLost();
  });
  try {
    const fetched = await fetchFeed({ url: parameters.url, authorization, known: null });
    if (fetched === "unchanged")
      return { why: "The address answered that the file is unchanged, without being asked." };
    try {
      await putStockFile(guarded, { retailerId, feed: fetched.bytes });
      return undefined;
    } finally {
      await fetched.close();
    }
  } catch (error) {
    if (error instanceof ClaimLost) throw error;
    return whyFailed(error);
  }
}
