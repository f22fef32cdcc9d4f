import { readChannel } from "../../core/channels/index.ts";
import { findStore, type StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { isWidgetMissing } from "./channel-state.ts";
import { holderOf } from "./location-claim.ts";
import { searchParameters } from "./search-row.ts";
import { wordsFor } from "./search-warnings.ts";
import type { OfStore, SearchSetup } from "./setup.schema.ts";
import { readSetup } from "./setup-row.ts";
import { setupSteps } from "./setup-steps.ts";
import { widgetSeenAt } from "./widget-seen.ts";

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/**
 * How far a store's search channel has come, and what comes next.
 * @returns null: the channel is not enabled
 * @throws RetailerNotFound, StoreNotFound
 */
export async function getSetup(ctx: Context, input: OfStore): Promise<SearchSetup | null> {
  return presentSetup(ctx, await findStore(ctx, input));
}

/** The setup of a store that the caller may see. */
export async function presentSetup(ctx: Context, store: StoreRow): Promise<SearchSetup | null> {
  const [setup, channel] = [await readSetup(ctx.db, store), await readChannel(ctx.db, store, "search")];
  if (!setup || !channel) return null;
  const { storeCode, businessAccountId } = searchParameters(channel);
  const { speed } = ctx.providers;
  const holder = await holderOf(ctx.db, setup.locationId, store);
  const seenAt = await widgetSeenAt(ctx.db, store);
  const { profile } = setup;
  return {
    locationId: setup.locationId,
    storeCode,
    businessAccountId,
    verificationCode: setup.verificationCode,
    steps: setupSteps(setup, { waitingSince: channel.waitingSince ?? channel.createdAt, holder, speed }),
    profile: profile && { name: profile.name, address: profile.address, standing: profile.standing },
    items: setup.items,
    widget: {
      seenAt: iso(seenAt),
      token: store.widgetToken,
      missing: isWidgetMissing(setup, { widgetSeenAt: seenAt, now: ctx.now() }),
    },
    checkedAt: iso(setup.checkedAt),
    nextCheckAt: iso(setup.nextCheckAt),
    problem: setup.problem && { message: wordsFor(setup.problem) },
    rehearsal: ctx.providers.storyOf ? { speed, story: ctx.providers.storyOf(setup.locationId) } : null,
  };
}
