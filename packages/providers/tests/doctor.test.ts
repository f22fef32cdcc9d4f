import { afterEach, beforeEach, expect, it } from "vitest";
import { type Finding, runDoctor } from "../src/doctor.ts";
import { addLocation, fakeEnvironment, invite } from "./fake-google/world.ts";
import { type FakeWorld, openFakeWorld } from "./fake-world.ts";

let google: FakeWorld;
beforeEach(async () => {
  google = await openFakeWorld();
  // The doctor uses the machine's clock.
  google.world.frozenAt = null;
});
afterEach(() => google.close());

const env = (more: Record<string, string | undefined> = {}) => ({ ...fakeEnvironment(google.url), ...more });
const examine = (more: Record<string, string | undefined> = {}) => runDoctor(env(more));
const of = (findings: Finding[], check: string) => findings.filter((finding) => finding.check === check);
const bad = (findings: Finding[]) => findings.filter(({ outcome }) => outcome !== "good");

function manage(id: string, standing: "good" | "in_review" | "unverified" | "conflict" | "suspended"): void {
  addLocation(google.world, id, { standing, title: `Shop ${id}` });
  const admin = invite(google.world, id, google.world.group);
  const found = google.world.locations.get(id)?.admins.get(admin);
  if (found) found.isPending = false;
}

it("finds no problem in a correct set-up, and changes nothing", async () => {
  manage("1", "good");
  const findings = await examine();
  expect(bad(findings)).toEqual([]);
  expect(findings.map(({ check }) => check)).toEqual([
    "Settings",
    "Sign-in",
    "Business group",
    "Profiles",
    "Merchant quota",
    "Ads account",
  ]);
  const written = google.world.calls.filter(({ method, path }) => method !== "GET" && !path.endsWith(":search"));
  expect(written).toEqual([]);
});

it("reports nothing for the sandbox", async () => {
  expect(bad(await runDoctor({}))).toEqual([]);
});

it("names every missing or wrong setting, without its value", async () => {
  const [finding, ...others] = await examine({
    HIGHSTREET_GOOGLE_REFRESH_TOKEN: undefined,
    HIGHSTREET_GOOGLE_BUSINESS_GROUP: "accounts/secret-1",
  });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ check: "Settings", outcome: "wrong", who: "us" });
  expect(finding?.what).toContain("HIGHSTREET_GOOGLE_REFRESH_TOKEN is missing");
  expect(finding?.what).toContain("HIGHSTREET_GOOGLE_BUSINESS_GROUP must be digits");
  expect(finding?.what).not.toContain("secret");
});

it("reports refused credentials once, with a remedy for each", async () => {
  const [secret, ...others] = bad(await examine({ HIGHSTREET_GOOGLE_CLIENT_SECRET: "wrong" }));
  expect(others).toEqual([]);
  expect(secret).toMatchObject({ check: "Sign-in", who: "us", what: expect.stringContaining("invalid_client") });
  const token = bad(await examine({ HIGHSTREET_GOOGLE_REFRESH_TOKEN: "revoked" }));
  expect(token[0]).toMatchObject({ who: "us", todo: expect.stringContaining("sign in again") });
});

it("reports a scope that was not granted", async () => {
  google.world.refreshTokens.set("refresh", { scopes: ["https://www.googleapis.com/auth/business.manage"] });
  const findings = bad(await examine());
  expect(findings.map(({ check }) => check)).toEqual(["Merchant quota", "Ads account"]);
  expect(findings[0]).toMatchObject({ who: "us", todo: expect.stringContaining("three scopes") });
});

it("reports a project without approval (quota 0) as Google's task", async () => {
  google.world.quota.perMinute.set("mybusinessaccountmanagement.googleapis.com", 0);
  google.world.quota.perMinute.set("mybusinessbusinessinformation.googleapis.com", 0);
  const findings = bad(await examine());
  expect(findings.map(({ check }) => check)).toEqual(["Business group", "Profiles"]);
  expect(findings[0]).toMatchObject({
    outcome: "wait",
    who: "google",
    todo: expect.stringContaining("access request"),
  });
});

it("reports an unregistered project, and registers it on request", async () => {
  google.world.merchant.isProjectRegistered = false;
  const [finding] = bad(await examine());
  expect(finding).toMatchObject({ check: "Merchant quota", who: "us", todo: expect.stringContaining("--register") });
  expect(bad(await runDoctor(env(), "dev@example.com"))).toEqual([]);
  expect(bad(await examine())).toEqual([]);
});

it("reports every profile with a problem, and the person who must act", async () => {
  for (const standing of ["good", "in_review", "unverified", "conflict", "suspended"] as const)
    manage(standing, standing);
  const [summary, ...findings] = of(await examine(), "Profiles");
  expect(summary).toMatchObject({ outcome: "good", what: "5 that we manage, 4 in bad standing" });
  expect(findings.map(({ what, who, outcome }) => [what, who, outcome])).toEqual([
    ["Shop in_review (locations/in_review) is in_review", "google", "wait"],
    ["Shop unverified (locations/unverified) is unverified", "shop", "wrong"],
    ["Shop conflict (locations/conflict) is conflict", "shop", "wrong"],
    ["Shop suspended (locations/suspended) is suspended", "shop", "wrong"],
  ]);
});

it("reports a configured rate above the rate of the merchant account", async () => {
  const [finding] = bad(await examine({ HIGHSTREET_GOOGLE_MERCHANT_PER_MINUTE: "301" }));
  expect(finding).toMatchObject({ check: "Merchant quota", who: "us", todo: expect.stringContaining("300 or less") });
});

it("reports an ads account in another currency or of another owner, and an unusable developer token", async () => {
  const ads = async (more = {}) => of(await examine(more), "Ads account")[0];
  google.world.ads.isTokenApproved = false;
  expect(await ads()).toMatchObject({ outcome: "wait", who: "google", todo: expect.stringContaining("Basic access") });
  google.world.ads.isTokenApproved = true;
  expect(await ads({ HIGHSTREET_GOOGLE_ADS_DEVELOPER_TOKEN: "wrong" })).toMatchObject({ outcome: "wrong", who: "us" });
  expect(await ads({ HIGHSTREET_GOOGLE_ADS_CUSTOMER: "9" })).toMatchObject({
    who: "us",
    todo: expect.stringContaining("HIGHSTREET_GOOGLE_ADS_LOGIN_CUSTOMER"),
  });
  const customer = google.world.ads.customers.get("444");
  if (customer) customer.currency = "USD";
  expect(await ads()).toMatchObject({ outcome: "wrong", who: "us", what: "444 is in USD" });
});
