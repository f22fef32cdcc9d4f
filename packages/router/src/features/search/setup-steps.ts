import { isUnavailable, type Surroundings } from "./channel-state.ts";
import { findObstacle, type Obstacle } from "./find-obstacle.ts";
import { awaitingAccess, locationUnavailable } from "./search-warnings.ts";
import type { SetupStep } from "./setup.schema.ts";
import { nothingKnown, type SetupRow } from "./setup-row.ts";

const DAY = 86_400_000;
/** How long it takes until listings show (spec.md, Constants and limits). */
const USUALLY = 4 * DAY;
const AT_MOST = 14 * DAY;

interface Step {
  id: SetupStep["id"];
  actor: SetupStep["actor"];
  since: Date | null;
  doneAt: Date | null;
  /** While it is under way. */
  waitsFor: string;
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** Without access there is nothing to be done but to be let in. */
function accessObstacle(setup: SetupRow, holder: Surroundings["holder"]): Obstacle | undefined {
  if (!isUnavailable(setup, holder)) return undefined;
  return { step: "access", actor: "retailer", warning: locationUnavailable(setup.verificationCode) };
}

/**
 * The steps of a setup from its enabling to the listings' showing: done, under way or blocked, ahead.
 * @param waitingSince when the channel began to wait for access
 * @param speed how many times faster than real life the outside is
 */
export function setupSteps(
  setup: SetupRow,
  { waitingSince, holder, speed }: { waitingSince: Date; holder: Surroundings["holder"]; speed: number },
): SetupStep[] {
  const { accessAt, storeCodeAt, sendingAt, sentAt, liveAt } = setup.accessAt ? setup : { ...setup, ...nothingKnown };
  const steps: Step[] = [
    {
      ...{ id: "access", actor: "retailer", since: waitingSince, doneAt: accessAt },
      waitsFor: setup.invitationAt
        ? "An invitation was accepted; the search engine is about to let us in."
        : awaitingAccess(setup.verificationCode).message,
    },
    {
      ...{ id: "store_code", actor: "highstreet", since: accessAt, doneAt: storeCodeAt },
      waitsFor: "The profile's store code is looked up, or one is given to it.",
    },
    {
      ...{ id: "matching", actor: "highstreet", since: storeCodeAt, doneAt: sendingAt },
      waitsFor: "The store is made known to the search engine.",
    },
    {
      ...{ id: "sending", actor: "highstreet", since: sendingAt, doneAt: sentAt ?? liveAt },
      waitsFor: "All items of the store are sent.",
    },
    {
      ...{ id: "live", actor: "search_engine", since: sendingAt, doneAt: liveAt },
      waitsFor: "The search engine looks at the items before it shows them.",
    },
  ];
  const obstacle = accessAt ? findObstacle(setup) : accessObstacle(setup, holder);
  const from = accessAt ?? waitingSince;
  return steps.map(({ id, actor, since, doneAt, waitsFor }) => {
    const isStopped = obstacle?.step === id;
    const isUnderWay = since !== null && doneAt === null;
    return {
      id,
      state: isStopped ? "blocked" : doneAt ? "done" : isUnderWay ? "current" : "ahead",
      actor: isStopped ? obstacle.actor : actor,
      since: iso(since),
      doneAt: iso(doneAt),
      expected:
        id === "live" && !doneAt && accessAt
          ? {
              average: new Date(from.getTime() + USUALLY / speed).toISOString(),
              latest: new Date(from.getTime() + AT_MOST / speed).toISOString(),
            }
          : null,
      message: isStopped ? obstacle.warning.message : isUnderWay ? waitsFor : null,
    };
  });
}
