import { afterEach, beforeEach, expect, it } from "vitest";
import { MAX_LEFT_OUT } from "../src/index.ts";
import { type FakeWorld, openFakeWorld } from "./fake-world.ts";

let google: FakeWorld;
beforeEach(async () => {
  google = await openFakeWorld();
});
afterEach(() => google.close());

const area = { latitude: 51.507351, longitude: -0.127758, miles: 5 };
const wanted = { storeId: "s1", merchantId: "555", country: "GB", dailyBudget: 1_250, area };

const resources = (collection: string) =>
  [...(google.world.ads.customers.get("444")?.resources ?? [])]
    .filter(([name]) => name.includes(`/${collection}/`))
    .map(([, resource]) => resource);
const mutations = () => google.world.calls.filter(({ path }) => path.endsWith(":mutate")).length;

it("creates a complete campaign in one request: paused, its budget in micros as text, a circle in miles, local items only", async () => {
  const id = await google.ads.createCampaign(wanted);
  expect(mutations()).toBe(1);
  expect(id).toMatch(/^customers\/444\/campaigns\/[0-9]+$/);
  expect(resources("campaignBudgets")).toEqual([
    { name: "Highstreet s1", amountMicros: "12500000", deliveryMethod: "STANDARD", explicitlyShared: false },
  ]);
  expect(resources("campaigns")).toMatchObject([
    {
      name: "Highstreet s1",
      status: "PAUSED",
      advertisingChannelType: "SHOPPING",
      shoppingSetting: { merchantId: "555", feedLabel: "GB", campaignPriority: 0, enableLocal: true },
      targetSpend: {},
      geoTargetTypeSetting: { positiveGeoTargetType: "PRESENCE" },
      containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING",
    },
  ]);
  expect(resources("campaignCriteria")).toEqual([
    {
      campaign: id,
      proximity: {
        geoPoint: { latitudeInMicroDegrees: 51_507_351, longitudeInMicroDegrees: -127_758 },
        radius: 5,
        radiusUnits: "MILES",
      },
    },
    { campaign: id, listingScope: { dimensions: [{ productChannel: { channel: "LOCAL" } }] } },
  ]);
  expect(await google.ads.readCampaign(id)).toEqual({
    status: "paused",
    reasons: ["CAMPAIGN_PAUSED"],
    dailyBudget: 1_250,
    area,
  });
});

it("creates one campaign per store: after a second call, two workers at once, and a lost answer", async () => {
  const ids = await Promise.all([google.ads.createCampaign(wanted), google.ads.createCampaign(wanted)]);
  ids.push(await google.ads.createCampaign(wanted));
  google.world.faults.push({ match: "googleAds:mutate", code: 503, status: "UNAVAILABLE", isDone: true, times: 1 });
  const lost = await google.ads.createCampaign({ ...wanted, storeId: "s2" });
  expect(new Set(ids).size).toBe(1);
  expect(await google.ads.createCampaign({ ...wanted, storeId: "s2" })).toBe(lost);
  expect(resources("campaigns")).toHaveLength(2);
  expect(resources("campaignBudgets")).toHaveLength(2);
});

it("leaves nothing of a refused campaign", async () => {
  const far = { ...wanted, area: { ...area, miles: 501 } };
  await expect(google.ads.createCampaign(far)).rejects.toMatchObject({
    kind: "refused",
    reason: "INVALID_PROXIMITY_RADIUS",
  });
  expect(google.world.ads.customers.get("444")?.resources.size).toBe(0);
});

it("runs with the set budget, stops when paused, and sends no unchanged value", async () => {
  const id = await google.ads.createCampaign(wanted);
  await google.ads.setBudget(id, 2_001);
  expect(await google.ads.readCampaign(id)).toMatchObject({ status: "running", dailyBudget: 2_001, reasons: [] });
  const sent = mutations();
  await google.ads.setBudget(id, 2_001);
  expect(mutations()).toBe(sent);
  await google.ads.pause(id);
  await google.ads.pause(id);
  expect(mutations()).toBe(sent + 1);
  expect(await google.ads.readCampaign(id)).toMatchObject({ status: "paused", dailyBudget: 2_001 });
});

it("is paused by its record at any budget", async () => {
  const missing = { kind: "no-access", reason: "NO_SUCH_CAMPAIGN" };
  await expect(google.ads.pause("customers/444/campaigns/9")).rejects.toMatchObject(missing);
  await expect(google.ads.setRadius("customers/444/campaigns/9", area)).rejects.toMatchObject(missing);
  expect(await google.ads.readCampaign("customers/444/campaigns/9")).toBeNull();
});

it("no longer exists after another person has removed it", async () => {
  const id = await google.ads.createCampaign(wanted);
  for (const campaign of resources("campaigns")) Object.assign(campaign, { status: "REMOVED" });
  const { pause, setBudget, setRadius, leaveOut } = google.ads;
  for (const call of [() => pause(id), () => setBudget(id, 100), () => setRadius(id, area), () => leaveOut(id, [])]) {
    await expect(call()).rejects.toMatchObject({ kind: "no-access", reason: "NO_SUCH_CAMPAIGN" });
  }
});

it("moves its circle by replacing it, in one request", async () => {
  const id = await google.ads.createCampaign(wanted);
  const before = mutations();
  await google.ads.setRadius(id, { ...area, miles: 20 });
  await google.ads.setRadius(id, { ...area, miles: 20 });
  expect(mutations()).toBe(before + 1);
  expect(await google.ads.readCampaign(id)).toMatchObject({ area: { miles: 20 } });
  expect(resources("campaignCriteria")).toHaveLength(2);
});

/** The offers that the ads show no longer, and the number of listing groups. */
const groups = () => {
  const all = resources("adGroupCriteria").map(({ negative, listingGroup }) => ({
    negative,
    group: listingGroup as { type: string; caseValue?: { productItemId: { value?: string } } },
  }));
  const leftOut = all.flatMap(({ negative, group }) => (negative ? (group.caseValue?.productItemId.value ?? []) : []));
  return { leftOut: leftOut.toSorted(), count: all.length };
};

it("leaves exactly the given offers out, in one request of the differences", async () => {
  const id = await google.ads.createCampaign(wanted);
  const leaveOut = async (offers: string[]) => {
    const before = mutations();
    await google.ads.leaveOut(id, offers);
    expect(groups().leftOut).toEqual(offers.toSorted());
    return mutations() - before;
  };
  expect(await leaveOut([])).toBe(0);
  expect(await leaveOut(["5012345678900", "mug-1"])).toBe(1);
  expect(await leaveOut(["mug-1", "5012345678900"])).toBe(0);
  expect(await leaveOut(["mug-1", "mug 'two'"])).toBe(1);
  expect(groups().count).toBe(4);
  expect(await leaveOut([])).toBe(1);
  expect(groups().count).toBe(1);
  await google.ads.setBudget(id, 1_000);
  expect(await google.ads.readCampaign(id)).toMatchObject({ status: "running" });
});

it("replaces the listing groups of another person, and another campaign keeps its own", async () => {
  const [id, other] = [
    await google.ads.createCampaign(wanted),
    await google.ads.createCampaign({ ...wanted, storeId: "s2" }),
  ];
  await google.ads.leaveOut(other, ["of-s2"]);
  await google.ads.leaveOut(id, ["a"]);
  for (const criterion of resources("adGroupCriteria").slice(-1)) Object.assign(criterion, { negative: false });
  await google.ads.leaveOut(id, ["b"]);
  expect(groups().leftOut).toEqual(["b", "of-s2"]);
});

it("leaves out as many offers as Google takes listing groups, 10,000 operations in a request", async () => {
  const id = await google.ads.createCampaign(wanted);
  const offers = Array.from({ length: MAX_LEFT_OUT }, (_, n) => `mug-${n}`);
  const before = mutations();
  await google.ads.leaveOut(id, offers);
  expect(groups().leftOut).toEqual(offers.toSorted());
  expect(mutations() - before).toBe(3);
  await expect(google.ads.leaveOut(id, [...offers, "one more"])).rejects.toMatchObject({ reason: "ADGROUP_LIMIT" });
});

it("after a lost answer, the same call makes the offers right", async () => {
  const id = await google.ads.createCampaign(wanted);
  google.world.faults.push({
    match: "adGroupCriteria:mutate",
    code: 503,
    status: "UNAVAILABLE",
    isDone: true,
    times: 1,
  });
  await expect(google.ads.leaveOut(id, ["a"])).rejects.toMatchObject({ kind: "unavailable" });
  await google.ads.leaveOut(id, ["a"]);
  expect(groups().leftOut).toEqual(["a"]);
});

it("reports why a running campaign shows nothing", async () => {
  const id = await google.ads.createCampaign(wanted);
  await google.ads.setBudget(id, 1_000);
  const customer = google.world.ads.customers.get("444");
  for (const name of [...(customer?.resources.keys() ?? [])]) {
    if (name.includes("/adGroupAds/")) customer?.resources.delete(name);
  }
  expect(await google.ads.readCampaign(id)).toMatchObject({ status: "blocked", reasons: ["NO_AD_GROUP_ADS"] });
});

it("refuses an account in another currency", async () => {
  const customer = google.world.ads.customers.get("444");
  if (customer) customer.currency = "EUR";
  await expect(google.ads.createCampaign(wanted)).rejects.toMatchObject({ kind: "setup", reason: "CURRENCY_NOT_GBP" });
  await expect(google.ads.setBudget("customers/444/campaigns/1", 100)).rejects.toMatchObject({ kind: "setup" });
  expect(mutations()).toBe(0);
});

it("handles names with quotes", async () => {
  const id = await google.ads.createCampaign({ ...wanted, storeId: "s' OR campaign.name != '" });
  expect(await google.ads.createCampaign({ ...wanted, storeId: "s' OR campaign.name != '" })).toBe(id);
});

const days = { from: "2026-10-25", to: "2026-11-23" };
const day = (date: string, costMicros: string, clicks: string, impressions: string) => ({
  ...{ date, costMicros, clicks, impressions },
});

it("reports spend in pence, clicks and impressions of the asked days, in order", async () => {
  const id = await google.ads.createCampaign(wanted);
  expect(await google.ads.readOutcome(id, days)).toEqual([]);
  google.world.ads.customers
    .get("444")
    ?.outcomes.set(id, [
      day("2026-11-23", "2500000", "12", "480"),
      day("2026-11-22", "12345000", "41", "1702"),
      day("2026-10-24", "9000000", "30", "1000"),
    ]);
  const other = await google.ads.createCampaign({ ...wanted, storeId: "s2" });
  google.world.ads.customers.get("444")?.outcomes.set(other, [day("2026-11-22", "1", "1", "1")]);
  expect(await google.ads.readOutcome(id, days)).toEqual([
    { date: "2026-11-22", spend: 1_235, clicks: 41, impressions: 1_702 },
    { date: "2026-11-23", spend: 250, clicks: 12, impressions: 480 },
  ]);
  expect(await google.ads.readOutcome("customers/444/campaigns/99", days)).toEqual([]);
});

it("the fake refuses a report as Google does: without both ends of the time, with another date, or an unknown metric", async () => {
  const ask = async (query: string) => {
    const { status, body } = await google.ask("POST", "googleads.googleapis.com/v25/customers/444/googleAds:search", {
      query,
    });
    const { error } = body as { error?: { details: { errors: { errorCode: { queryError: string } }[] }[] } };
    return error?.details[0]?.errors[0]?.errorCode.queryError ?? status;
  };
  const select = "SELECT segments.date, metrics.clicks FROM campaign";
  expect(await ask(`${select} WHERE segments.date BETWEEN '2026-10-25' AND '2026-11-23'`)).toBe(200);
  expect(await ask(select)).toBe("EXPECTED_FILTERS_ON_DATE_RANGE");
  expect(await ask(`${select} WHERE segments.date BETWEEN '2026-13-01' AND '2026-13-02'`)).toBe("INVALID_DATE_FORMAT");
  expect(await ask(`${select} WHERE segments.date BETWEEN '2026-11-02' AND '2026-11-01'`)).toBe(
    "DATE_RANGE_TOO_NARROW",
  );
  expect(
    await ask(`${select.replace("clicks", "click")} WHERE segments.date BETWEEN '2026-11-02' AND '2026-11-03'`),
  ).toBe("UNRECOGNIZED_FIELD");
});
