import { readChannel } from "../../core/channels/index.ts";
import { findStore, type StoreRow } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { isWidgetMissing, searchParameters } from "./internal/channel-state.ts";
import { holderOf } from "./internal/locations.ts";
import { messageOf } from "./internal/search-warnings.ts";
import { readSetup, widgetSeenAt } from "./internal/setup-row.ts";
import { setupSteps } from "./internal/setup-steps.ts";
import type { OfStore, SearchSetup } from "./setup.schema.ts";

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/**
 * The progress of a store's search channel.
 * @returns null if the channel is not enabled
 * @throws RetailerNotFound, StoreNotFound
 */
export async function getSetup(ctx: Context, input: OfStore): Promise<SearchSetup | null> {
  return presentSetup(ctx, await findStore(ctx, input));
}

/** The setup of a store to which the caller has access. */
export async function presentSetup(ctx: Context, store: StoreRow): Promise<SearchSetup | null> {
  const [setup, channel] = [await readSetup(ctx.db, store), await readChannel(ctx.db, store, "search")];
  if (!setup || !channel) return null;
  const { storeCode, businessAccountId } = searchParameters(channel);
  const { providers } = ctx;
  const holder = await holderOf(ctx.db, setup.locationId, store);
  const seenAt = await widgetSeenAt(ctx.db, store);
  const { profile } = setup;
  const story = providers.storyOf?.(setup.locationId) ?? null;
  return {
    locationId: setup.locationId,
    storeCode,
    businessAccountId,
    verificationCode: setup.verificationCode,
    steps: setupSteps(setup, { waitingSince: channel.waitingSince ?? channel.createdAt, holder, providers }),
    profile: profile && { name: profile.name, address: profile.address, standing: profile.standing },
    items: setup.items,
    widget: {
      seenAt: iso(seenAt),
      token: store.widgetToken,
      missing: isWidgetMissing(setup, { widgetSeenAt: seenAt, now: ctx.now() }),
    },
    checkedAt: iso(setup.checkedAt),
    nextCheckAt: iso(setup.nextCheckAt),
    problem: setup.problem && { message: messageOf(setup.problem) },
    rehearsal: providers.storyOf ? { speed: providers.speed, story } : null,
  };
}
