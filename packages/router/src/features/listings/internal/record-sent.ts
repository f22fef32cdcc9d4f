import type { Tx } from "@highstreet/db";
import type { StoreIds } from "../../../core/channels/index.ts";
import { type Paced, providerMs } from "../../../core/provider-state/index.ts";
import { hashJoinSql, recordDescriptionsSql, recordSentSql } from "../listings.sql.ts";
import type { ClaimedListing } from "./claim-listings.ts";
import type { DescriptionUpdate } from "./description-sender.ts";
import type { Sent } from "./send-listing.ts";

/** An item waits this long after a call without an answer, so that other items come first. */
const SILENT_MS = 60_000;
const SHORTEST_PAUSE_MS = 1_000;

/** The outcome of a claimed item. `sent` is undefined if no call was made or no answer came. */
export interface Outcome {
  listing: ClaimedListing;
  update: DescriptionUpdate;
  sent: Sent | undefined;
  /** Whether a call without an answer may have taken effect. */
  isDoubtful: boolean;
  /** Whether the call of this run got no answer. */
  isSilent: boolean;
}

const json = (value: unknown): string | null => (value ? JSON.stringify(value) : null);

/** Records the outcomes of calls. The caller holds the store's lock. */
export async function recordSent(
  tx: Tx,
  { retailerId, storeId }: StoreIds,
  outcomes: readonly Outcome[],
  { country, until, now, providers }: { country: string; until: Date; now: Date; providers: Paced },
): Promise<void> {
  tx.send(hashJoinSql);
  tx.send(recordSentSql, [
    ...[retailerId, storeId, now, until],
    outcomes.map(({ listing }) => listing.itemKey),
    outcomes.map(({ listing }) => json(listing.wanted)),
    outcomes.map(({ sent }) => json(sent?.problem)),
    outcomes.map(({ sent }) => sent !== undefined),
    outcomes.map(({ sent }) => sent?.isTaken ?? false),
    outcomes.map(({ sent }) => sent?.isSubmitted ?? false),
    outcomes.map(({ listing, sent, isDoubtful }) => (sent ? listing.isDoubtful && !sent.isTaken : isDoubtful)),
    outcomes.map(({ isSilent }) => isSilent),
    new Date(now.getTime() + providerMs(providers, SILENT_MS, SHORTEST_PAUSE_MS)),
  ]);
  const updates = outcomes.flatMap(({ listing: { itemKey }, update, sent }) =>
    update && sent?.isDescriptionTaken ? { itemKey, update } : [],
  );
  const changed = updates.filter(({ update }) => update !== "delete");
  if (changed.length) {
    const keys = changed.map(({ itemKey }) => itemKey);
    tx.send(recordDescriptionsSql, [retailerId, now, country, keys, changed.map(({ update }) => json(update))]);
  }
  const deleted = updates.filter(({ update }) => update === "delete");
  if (deleted.length) {
    const itemKey = { in: deleted.map((one) => one.itemKey) };
    await tx.prisma.listingDescription.deleteMany({ where: { retailerId, country, itemKey } });
  }
}
