import { type Paced, providerMs } from "../../../core/provider-state/index.ts";
import type { SetupStep } from "../setup.schema.ts";
import { findObstacle, isUnavailable, type Obstacle, type Surroundings } from "./channel-state.ts";
import { awaitingAccess, locationUnavailable } from "./search-warnings.ts";
import { emptySetup, type SetupRow } from "./setup-row.ts";

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
export function setupSteps(
  setup: SetupRow,
  { waitingSince, holder, providers }: { waitingSince: Date; holder: Surroundings["holder"]; providers: Paced },
): SetupStep[] {
  const { accessAt, storeCodeAt, sendingAt, sentAt, liveAt } = setup.accessAt ? setup : { ...setup, ...emptySetup };
  const steps: Step[] = [
    {
      ...{ id: "access", actor: "retailer", since: waitingSince, doneAt: accessAt },
      waitsFor: setup.invitationAt
        ? "We have accepted an invitation. The search engine will give us access soon."
        : awaitingAccess(setup.verificationCode).message,
    },
    {
      ...{ id: "store_code", actor: "highstreet", since: accessAt, doneAt: storeCodeAt },
      waitsFor: "We read the profile's store code, or give the profile a new one.",
    },
    {
      ...{ id: "matching", actor: "highstreet", since: storeCodeAt, doneAt: sendingAt },
      waitsFor: "We register the store with the search engine.",
    },
    {
      ...{ id: "sending", actor: "highstreet", since: sendingAt, doneAt: sentAt ?? liveAt },
      waitsFor: "We send all items of the store.",
    },
    {
      ...{ id: "live", actor: "search_engine", since: sendingAt, doneAt: liveAt },
      waitsFor: "The search engine reviews the items before it shows them.",
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
