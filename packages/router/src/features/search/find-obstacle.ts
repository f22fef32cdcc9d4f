import type { Warning } from "../../core/channels/channel.schema.ts";
import { profileNotReady, searchWarnings, setupRefused, storeNotMatched } from "./search-warnings.ts";
import type { SetupStep } from "./setup.schema.ts";
import type { SetupRow } from "./setup-row.ts";

/** What the setup does not get past by itself. */
export interface Obstacle {
  step: SetupStep["id"];
  /** Who can clear it. */
  actor: SetupStep["actor"];
  warning: Warning;
}

/** The step that a setup with access is at. */
const currentStep = ({ storeCodeAt, sendingAt }: SetupRow): SetupStep["id"] => {
  if (!storeCodeAt) return "store_code";
  return sendingAt ? "live" : "matching";
};

/** What stands in the way of a channel that has access to its profile; undefined: nothing that we know of. */
export function findObstacle(setup: SetupRow): Obstacle | undefined {
  const { profile, givenStoreCode, matching, problem } = setup;
  const step = currentStep(setup);
  if (profile && profile.standing !== "good") {
    const actor = profile.standing === "in_review" ? "search_engine" : "retailer";
    return { step, actor, warning: profileNotReady(profile.standing) };
  }
  if (givenStoreCode && profile?.storeCode && profile.storeCode !== givenStoreCode) {
    return { step: "store_code", actor: "retailer", warning: searchWarnings.storeCodeMismatch };
  }
  if (problem?.kind === "refused") {
    const warning = step === "store_code" ? searchWarnings.storeCodeTaken : setupRefused(problem.message);
    return { step, actor: "retailer", warning };
  }
  if (matching && !matching.isMatched) {
    const actor = matching.reason === "no_profiles" ? "highstreet" : "retailer";
    return { step: setup.sendingAt ? "live" : "matching", actor, warning: storeNotMatched(matching.reason) };
  }
  return undefined;
}
