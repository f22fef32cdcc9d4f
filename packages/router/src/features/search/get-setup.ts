import { givenIdOf, providersFor } from "@highstreet/providers";
import { ahead } from "../../access/find-retailer.ts";
import { readChannel } from "../../core/channels/index.ts";
import { type Paced, providerMs } from "../../core/provider-state/index.ts";
import { type FoundStore, findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import {
  findObstacle,
  isUnavailable,
  isWidgetMissing,
  type Obstacle,
  type Surroundings,
  searchParameters,
} from "./internal/channel-state.ts";
import { holderOf } from "./internal/locations.ts";
import { locationUnavailable, problemWarning } from "./internal/search-warnings.ts";
import { emptySetup, readSetup, type SetupRow, widgetSeenAt } from "./internal/setup-row.ts";
import type { OfStore, SearchSetup, SetupStep } from "./setup.schema.ts";

const DAY = 86_400_000;
/** From access until listings show. */
const USUAL_MS = 4 * DAY;
const MAXIMUM_MS = 14 * DAY;

const stepOf = (id: SetupStep["id"], actor: SetupStep["actor"], since: Date | null, doneAt: Date | null) => ({
  id,
  actor,
  since,
  doneAt,
});

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

function accessObstacle(setup: SetupRow, holder: Surroundings["holder"]): Obstacle | undefined {
  if (!isUnavailable(setup, holder)) return undefined;
  return { step: "access", actor: "retailer", warning: locationUnavailable(setup.verificationCode) };
}

/** @param waitingSince when the channel began to wait for access */
function setupSteps(
  setup: SetupRow,
  { waitingSince, holder, providers }: { waitingSince: Date; holder: Surroundings["holder"]; providers: Paced },
): SetupStep[] {
  const { accessAt, storeCodeAt, sendingAt, sentAt, liveAt } = setup.accessAt ? setup : { ...setup, ...emptySetup };
  const steps = [
    stepOf("access", "retailer", waitingSince, accessAt),
    stepOf("store_code", "highstreet", accessAt, storeCodeAt),
    stepOf("matching", "highstreet", storeCodeAt, sendingAt),
    stepOf("sending", "highstreet", sendingAt, sentAt ?? liveAt),
    stepOf("live", "search_engine", sendingAt, liveAt),
  ];
  const obstacle = accessAt ? findObstacle(setup) : accessObstacle(setup, holder);
  const from = accessAt ?? waitingSince;
  const after = (realMs: number) => new Date(from.getTime() + providerMs(providers, realMs)).toISOString();
  return steps.map(({ id, actor, since, doneAt }) => {
    // Access waits for the invitation of the retailer, which the page explains.
    const isInvited = id !== "access" || setup.invitationAt !== null;
    const isStopped = obstacle?.step === id;
    const isUnderWay = since !== null && doneAt === null;
    return {
      id,
      state: isStopped ? "blocked" : doneAt ? "done" : isUnderWay ? "current" : "ahead",
      actor: isStopped ? obstacle.actor : actor,
      since: iso(since),
      doneAt: iso(doneAt),
      expected: id === "live" && !doneAt && accessAt ? { average: after(USUAL_MS), latest: after(MAXIMUM_MS) } : null,
      warning: isStopped ? obstacle.warning : null,
      waitsFor: !isStopped && isUnderWay && isInvited ? id : null,
    };
  });
}

/** @returns null if the channel is not enabled @throws RetailerNotFound, StoreNotFound */
export async function getSetup(ctx: Context, input: OfStore): Promise<SearchSetup | null> {
  return presentSetup(ctx, await findStore(ctx, input));
}

export async function presentSetup(ctx: Context, store: FoundStore): Promise<SearchSetup | null> {
  const [setup, channel] = [await readSetup(ctx.db, store), await readChannel(ctx.db, store, "search")];
  if (!setup || !channel) return null;
  const { storeCode, businessAccountId } = searchParameters(channel);
  const providers = providersFor(ctx.providers, setup.locationId);
  const holder = await holderOf(ctx.db, setup.locationId, store);
  const seenAt = await widgetSeenAt(ctx.db, store);
  const { profile } = setup;
  const story = providers.storyOf?.(givenIdOf(setup.locationId)) ?? null;
  const waitingSince = channel.waitingSince ?? channel.createdAt;
  const steps = setupSteps(setup, { waitingSince, holder, providers });
  const isWell = channel.status === "connected" && !channel.warnings.length && !setup.problem;
  return {
    locationId: givenIdOf(setup.locationId),
    storeCode,
    businessAccountId,
    verificationCode: setup.verificationCode,
    steps,
    liveSince: isWell && steps.every(({ state }) => state === "done") ? iso(setup.liveAt) : null,
    profile: profile && { name: profile.name, address: profile.address, standing: profile.standing },
    items: setup.items,
    widget: {
      seenAt: iso(seenAt),
      token: store.widgetToken,
      missing: isWidgetMissing(setup, { widgetSeenAt: seenAt, now: ahead(ctx.now(), store.clockAhead) }),
    },
    checkedAt: iso(setup.checkedAt),
    nextCheckAt: iso(setup.nextCheckAt),
    problem: setup.problem && problemWarning(setup.problem),
    rehearsal: providers.storyOf ? { speed: providers.speed, story } : null,
  };
}
