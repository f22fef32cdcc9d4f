import { readChannel } from "../../core/channels/index.ts";
import { type Paced, providerMs } from "../../core/provider-state/index.ts";
import { findStore, type StoreRow } from "../../core/stores/index.ts";
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
import { awaitingAccess, locationUnavailable, messageOf } from "./internal/search-warnings.ts";
import { emptySetup, readSetup, type SetupRow, widgetSeenAt } from "./internal/setup-row.ts";
import type { OfStore, SearchSetup, SetupStep } from "./setup.schema.ts";

const DAY = 86_400_000;
/** Time until listings show, from access. */
const USUAL_MS = 4 * DAY;
const MAXIMUM_MS = 14 * DAY;

interface Step {
  id: SetupStep["id"];
  actor: SetupStep["actor"];
  since: Date | null;
  doneAt: Date | null;
  /** The message of the current step. */
  waitsFor: string;
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** The obstacle of a setup without access. */
function accessObstacle(setup: SetupRow, holder: Surroundings["holder"]): Obstacle | undefined {
  if (!isUnavailable(setup, holder)) return undefined;
  return { step: "access", actor: "retailer", warning: locationUnavailable(setup.verificationCode) };
}

/**
 * The steps of a setup, from enabling to live listings.
 * @param waitingSince when the channel began to wait for access
 */
function setupSteps(
  setup: SetupRow,
  { waitingSince, holder, providers }: { waitingSince: Date; holder: Surroundings["holder"]; providers: Paced },
): SetupStep[] {
  const { accessAt, storeCodeAt, sendingAt, sentAt, liveAt } = setup.accessAt ? setup : { ...setup, ...emptySetup };
  const steps: Step[] = [
    {
      ...{ id: "access", actor: "retailer", since: waitingSince, doneAt: accessAt },
      waitsFor: setup.invitationAt
        ? "We have accepted an invitation. Google will give us access soon."
        : awaitingAccess(setup.verificationCode).message,
    },
    {
      ...{ id: "store_code", actor: "highstreet", since: accessAt, doneAt: storeCodeAt },
      waitsFor: "We read the profile's store code, or give the profile a new one.",
    },
    {
      ...{ id: "matching", actor: "highstreet", since: storeCodeAt, doneAt: sendingAt },
      waitsFor: "We register the store with Google.",
    },
    {
      ...{ id: "sending", actor: "highstreet", since: sendingAt, doneAt: sentAt ?? liveAt },
      waitsFor: "We send all items of the store.",
    },
    {
      ...{ id: "live", actor: "search_engine", since: sendingAt, doneAt: liveAt },
      waitsFor: "Google reviews the items before it shows them.",
    },
  ];
  const obstacle = accessAt ? findObstacle(setup) : accessObstacle(setup, holder);
  const from = accessAt ?? waitingSince;
  const after = (realMs: number) => new Date(from.getTime() + providerMs(providers, realMs)).toISOString();
  return steps.map(({ id, actor, since, doneAt, waitsFor }) => {
    const isStopped = obstacle?.step === id;
    const isUnderWay = since !== null && doneAt === null;
    return {
      id,
      state: isStopped ? "blocked" : doneAt ? "done" : isUnderWay ? "current" : "ahead",
      actor: isStopped ? obstacle.actor : actor,
      since: iso(since),
      doneAt: iso(doneAt),
      expected: id === "live" && !doneAt && accessAt ? { average: after(USUAL_MS), latest: after(MAXIMUM_MS) } : null,
      message: isStopped ? obstacle.warning.message : isUnderWay ? waitsFor : null,
    };
  });
}

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
  const waitingSince = channel.waitingSince ?? channel.createdAt;
  const steps = setupSteps(setup, { waitingSince, holder, providers });
  const isWell = channel.status === "connected" && !channel.warnings.length && !setup.problem;
  return {
    locationId: setup.locationId,
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
      missing: isWidgetMissing(setup, { widgetSeenAt: seenAt, now: ctx.now() }),
    },
    checkedAt: iso(setup.checkedAt),
    nextCheckAt: iso(setup.nextCheckAt),
    problem: setup.problem && { message: messageOf(setup.problem) },
    rehearsal: providers.storyOf ? { speed: providers.speed, story } : null,
  };
}
