import { expect, it } from "vitest";
import { awaitingAccess, nextSteps, profileNotReady, searchWarnings, storeNotMatched } from "./search-warnings.ts";

const { merchantCenterPending, serviceUnavailable, widgetNotSeen } = searchWarnings;

it.each([
  ["invite-account", [awaitingAccess("CODE"), serviceUnavailable]],
  ["complete-profile", [profileNotReady("suspended")]],
  ["wait", [profileNotReady("in_review")]],
  ["correct-store", [storeNotMatched("no_match")]],
  ["wait", [storeNotMatched("no_profiles")]],
  ["wait", [merchantCenterPending]],
] as const)("is %s for %j, in the words of the warning", (id, warnings) => {
  expect(nextSteps({ warnings: [...warnings] })).toEqual({ id, label: warnings[0].message });
});

it("is the step of the shop if we only wait for others, and null without warnings", () => {
  expect(nextSteps({ warnings: [serviceUnavailable, widgetNotSeen] })).toEqual({
    id: "show-widget",
    label: widgetNotSeen.message,
  });
  expect(nextSteps({ warnings: [] })).toBeNull();
});
