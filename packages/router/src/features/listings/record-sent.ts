import type { SqlTx } from "@highstreet/db";
import type { StoreIds } from "../../core/channels/index.ts";
import type { ClaimedListing } from "./claim-listings.ts";
import { refreshAt } from "./refresh-at.ts";
import type { Sent } from "./send-listing.ts";
import type { Telling } from "./telling.ts";
import { unidentified } from "./wanted-item.ts";

/** Real life's: how long an item waits whose call got no answer, so that others go before it. */
const SILENT_MS = 60_000;
/** However fast the outside is. */
const SHORTEST_PAUSE_MS = 1_000;

/** A claimed item, and what came of it; `sent` undefined: no answer, or it was not called at all. */
export interface Outcome {
  listing: ClaimedListing;
  telling: Telling;
  sent: Sent | undefined;
  /** The call may have taken effect though no answer came. */
  isDoubtful: boolean;
  /** It was called now, and no answer came. */
  isSilent: boolean;
}

/** Only while the claim stands: a listing that began anew meanwhile is of another store at the provider, or of none. */
const record = `
  UPDATE listing l SET
    sent = CASE WHEN v.is_taken THEN v.said ELSE l.sent END,
    sent_at = CASE WHEN v.is_taken AND v.is_submitted THEN $3 ELSE l.sent_at END,
    claimed_until = CASE WHEN v.is_doubtful THEN $3 END,
    state = CASE
      WHEN NOT v.is_answered THEN l.state
      WHEN l.wanted IS DISTINCT FROM v.said THEN 'waiting'
      WHEN v.problem IS NOT NULL THEN 'refused'
      WHEN l.wanted IS NULL THEN CASE WHEN l.problem->>'code' = '${unidentified.code}' THEN 'unidentified' ELSE 'withdrawn' END
      WHEN l.state = 'disapproved' THEN 'disapproved'
      ELSE 'sent' END,
    problem = CASE
      WHEN NOT v.is_answered OR l.wanted IS DISTINCT FROM v.said THEN l.problem
      WHEN v.problem IS NOT NULL THEN v.problem
      WHEN l.wanted IS NULL OR l.state = 'disapproved' THEN l.problem END,
    due_at = CASE
      WHEN v.is_silent THEN $13
      WHEN NOT v.is_answered OR l.wanted IS DISTINCT FROM v.said THEN $3
      WHEN v.is_taken AND l.wanted IS NOT NULL THEN ${refreshAt("l.item_key", "CASE WHEN v.is_submitted THEN $3::timestamptz ELSE l.sent_at END")} END
  FROM (
    SELECT item_key, said::jsonb, problem::jsonb, is_answered, is_taken, is_submitted, is_doubtful, is_silent
    FROM unnest($5::text[], $6::text[], $7::text[], $8::boolean[], $9::boolean[], $10::boolean[],
                $11::boolean[], $12::boolean[])
         v (item_key, said, problem, is_answered, is_taken, is_submitted, is_doubtful, is_silent)
  ) v
  WHERE l.retailer_id = $1 AND l.store_id = $2 AND l.item_key = ANY ($5::text[]) AND l.item_key = v.item_key AND l.claimed_until = $4`;

const told = `
  UPDATE listing_description d SET sent = v.sent::jsonb, sent_at = $2
  FROM unnest($4::text[], $5::text[]) v (item_key, sent)
  WHERE d.retailer_id = $1 AND d.country = $3 AND d.item_key = ANY ($4::text[]) AND d.item_key = v.item_key`;

const forgotten = `
  DELETE FROM listing_description d WHERE d.retailer_id = $1 AND d.country = $2 AND d.item_key = ANY ($3::text[])`;

const json = (value: unknown): string | null => (value ? JSON.stringify(value) : null);

/** Keeps what came of calls. The caller holds the store's lock. It is sent, not waited for. */
export function recordSent(
  tx: SqlTx,
  { retailerId, storeId }: StoreIds,
  outcomes: readonly Outcome[],
  { country, until, now, speed }: { country: string; until: Date; now: Date; speed: number },
): void {
  // Hashed: it would hold each of them against each.
  tx.send("SET LOCAL enable_nestloop = off");
  tx.send(record, [
    ...[retailerId, storeId, now, until],
    outcomes.map(({ listing }) => listing.itemKey),
    outcomes.map(({ listing }) => json(listing.wanted)),
    outcomes.map(({ sent }) => json(sent?.problem)),
    outcomes.map(({ sent }) => sent !== undefined),
    outcomes.map(({ sent }) => sent?.isTaken ?? false),
    outcomes.map(({ sent }) => sent?.isSubmitted ?? false),
    outcomes.map(({ listing, sent, isDoubtful }) => (sent ? listing.isDoubtful && !sent.isTaken : isDoubtful)),
    outcomes.map(({ isSilent }) => isSilent),
    new Date(now.getTime() + Math.max(SHORTEST_PAUSE_MS, SILENT_MS / speed)),
  ]);
  const tellings = outcomes.flatMap(({ listing: { itemKey }, telling, sent }) =>
    telling && sent?.isTold ? { itemKey, telling } : [],
  );
  const said = tellings.filter(({ telling }) => telling !== "forget");
  if (said.length) {
    tx.send(told, [
      ...[retailerId, now, country, said.map(({ itemKey }) => itemKey), said.map(({ telling }) => json(telling))],
    ]);
  }
  const gone = tellings.filter(({ telling }) => telling === "forget");
  if (gone.length) {
    tx.send(forgotten, [retailerId, country, gone.map(({ itemKey }) => itemKey)]);
  }
}
