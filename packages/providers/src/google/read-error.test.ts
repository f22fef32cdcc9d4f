import { expect, it } from "vitest";
import { adviceOn } from "./doctor.ts";
import { readError, SETUP_REASONS } from "./read-error.ts";

const NOW = new Date("2026-03-02T13:00:00Z");
const read = (status: number, details: object[], header: string | null = null) =>
  readError(status, header, JSON.stringify({ error: { code: status, message: "m", status: "S", details } }), NOW);
const adsFailure = (errorCode: object, details: object = {}) => ({ errors: [{ errorCode, message: "told", details }] });

it("takes the most specific code and message: of Google Ads, of the Merchant API, of ErrorInfo, of the status", () => {
  expect(read(400, [adsFailure({ campaignError: "DUPLICATE_CAMPAIGN_NAME" })])).toMatchObject({
    kind: "refused",
    reason: "DUPLICATE_CAMPAIGN_NAME",
    message: "told",
  });
  expect(read(400, [{ reason: "invalid", metadata: { REASON: "INVALID_NAME" } }])).toMatchObject({
    reason: "INVALID_NAME",
  });
  expect(read(403, [{ reason: "SERVICE_DISABLED" }])).toMatchObject({ kind: "setup", reason: "SERVICE_DISABLED" });
  expect(read(404, [])).toMatchObject({ kind: "no-access", reason: "S", message: "m" });
});

it("treats a refusal by Google Ads and a forbidden project as an error of our own account", () => {
  expect(read(403, [adsFailure({ authorizationError: "ACTION_NOT_PERMITTED" })])).toMatchObject({ kind: "setup" });
  for (const reason of SETUP_REASONS) expect(read(403, [{ reason }])).toMatchObject({ kind: "setup", reason });
  expect(read(403, [{ reason: "PROFILE_FORBIDDEN" }])).toMatchObject({ kind: "no-access" });
});

it("has a remedy and a responsible person for each error of our own account", () => {
  const nothing = adviceOn("A_CODE_OF_NO_MEANING");
  for (const reason of [...SETUP_REASONS, "DEVELOPER_TOKEN_INVALID", "LFP_PROVIDER_NOT_FOUND", "CURRENCY_NOT_GBP"]) {
    expect([reason, adviceOn(reason)]).not.toEqual([reason, nothing]);
  }
});

it("waits as long as the answer says: in a header, in RetryInfo, in the quota error of Google Ads", () => {
  expect(read(429, [{ retryDelay: "3.5s" }]).retryAfterMs).toBe(3_500);
  expect(read(429, [{ retryDelay: "3.5s" }], "9").retryAfterMs).toBe(9_000);
  const failure = adsFailure({ quotaError: "RESOURCE_EXHAUSTED" }, { quotaErrorDetails: { retryDelay: "30s" } });
  expect(read(429, [failure])).toMatchObject({ kind: "quota", retryAfterMs: 30_000 });
  expect(read(503, []).retryAfterMs).toBeNull();
});

it("waits for the next midday when the daily quota is used up, also after midday", () => {
  const used = { metadata: { REASON: "quota/daily_limit_exceeded" } };
  expect(read(429, [used]).retryAfterMs).toBe(23 * 3_600_000);
});

it("reads an answer without JSON by its status", () => {
  expect(readError(502, null, "<html>Bad gateway</html>", NOW)).toMatchObject({ kind: "unavailable", reason: null });
  expect(readError(403, null, "", NOW)).toMatchObject({ kind: "no-access" });
});
