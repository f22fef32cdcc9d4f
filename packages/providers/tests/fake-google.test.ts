import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addLocation, advance, invite } from "./fake-google/world.ts";
import { type FakeWorld, openFakeWorld } from "./fake-world.ts";

/**
 * Tests each fact about Google in docs/google.md: the fake refuses what Google would refuse, in Google's words if they are known.
 */
let google: FakeWorld;
const ACCOUNTS = "mybusinessaccountmanagement.googleapis.com/v1";
const PROFILES = "mybusinessbusinessinformation.googleapis.com/v1";
const VERIFICATIONS = "mybusinessverifications.googleapis.com/v1";
const MERCHANT = "merchantapi.googleapis.com";
const ADS = "googleads.googleapis.com/v25/customers/444";
let account = "";

beforeAll(async () => {
  google = await openFakeWorld();
  for (const id of ["1", "2"]) {
    addLocation(google.world, id, id === "2" ? { storeCode: "TAKEN" } : {});
    invite(google.world, id, google.world.group);
  }
  addLocation(google.world, "3");
  for (const name of google.world.invitations.keys()) await google.ask("POST", `${ACCOUNTS}/${name}:accept`, {});
  account = await google.search.openMerchant({
    retailerId: "r1",
    name: "Shop",
    country: "GB",
    language: "en",
    timezone: "Europe/London",
  });
});
afterAll(() => google.close());

const tell = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
  const answer = await google.ask(method, path, body, headers);
  const error = answer.body.error as { code: number; status: string; message: string; details?: object[] } | undefined;
  return { ...answer, error };
};

describe("every host", () => {
  it("needs a valid bearer token with its own scope", async () => {
    expect((await tell("GET", `${PROFILES}/locations/1?readMask=name`, undefined, {})).error).toMatchObject({
      code: 401,
      status: "UNAUTHENTICATED",
    });
    google.world.accessTokens.set("narrow", { scopes: [], until: Number.POSITIVE_INFINITY });
    const narrow = { authorization: "Bearer narrow" };
    for (const path of [
      `${PROFILES}/locations/1`,
      `${VERIFICATIONS}/locations/1/VoiceOfMerchantState`,
      `${MERCHANT}/accounts/v1/accounts`,
    ]) {
      const { error } = await tell("GET", path, undefined, narrow);
      expect(error).toMatchObject({ code: 403, details: [{ reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT" }] });
    }
  });

  it("refuses undocumented paths, query parameters and fields", async () => {
    expect((await tell("GET", `${PROFILES}/location/1`)).error).toMatchObject({ code: 404 });
    expect((await tell("GET", `${PROFILES}/locations/1?readMask=name&fields=name`)).error?.message).toContain(
      '"fields"',
    );
    const { error } = await tell("PATCH", `${PROFILES}/locations/1?updateMask=storeCode`, { store_code: "S1" });
    expect(error).toMatchObject({ code: 400, status: "INVALID_ARGUMENT" });
    expect(error?.message).toBe('Invalid JSON payload received. Unknown name "store_code": Cannot find field.');
  });
});

describe("Business Profile", () => {
  it("reads a location only with a mask of known fields", async () => {
    expect((await tell("GET", `${PROFILES}/locations/1`)).error).toMatchObject({ code: 400 });
    expect((await tell("GET", `${PROFILES}/locations/1?readMask=name,address`)).error?.message).toContain("address");
    expect((await tell("GET", `${PROFILES}/locations/1?readMask=name,title`)).body).toEqual({
      name: "locations/1",
      title: "Corner Shop",
    });
  });

  it("hides locations without our access and missing locations", async () => {
    expect((await tell("GET", `${PROFILES}/locations/3?readMask=name`)).error).toMatchObject({ code: 403 });
    expect((await tell("GET", `${PROFILES}/locations/4?readMask=name`)).error).toMatchObject({ code: 404 });
  });

  it("lists at most 100 locations per page", async () => {
    const list = `${PROFILES}/${google.world.group}/locations?readMask=name`;
    expect((await tell("GET", `${list}&pageSize=101`)).error).toMatchObject({ code: 400 });
    const first = await tell("GET", `${list}&pageSize=1`);
    expect(first.body).toEqual({ locations: [{ name: "locations/1" }], nextPageToken: "1" });
  });

  it("changes only fields in the mask, supports validateOnly, and keeps store codes unique in an account", async () => {
    const patch = (query: string, body: object) => tell("PATCH", `${PROFILES}/locations/1${query}`, body);
    expect((await patch("", { storeCode: "S1" })).error).toMatchObject({ code: 400 });
    expect((await patch("?updateMask=metadata", { storeCode: "S1" })).error).toMatchObject({ code: 400 });
    expect((await patch("?updateMask=storeCode&validateOnly=true", { storeCode: "S1" })).body).toEqual({});
    expect((await tell("GET", `${PROFILES}/locations/1?readMask=storeCode`)).body).toEqual({});
    expect((await patch("?updateMask=storeCode", { storeCode: "TAKEN" })).error).toMatchObject({ code: 409 });
    expect((await patch("?updateMask=storeCode", { storeCode: "S1" })).body).toMatchObject({ storeCode: "S1" });
  });

  it("allows ten edits of a profile per minute", async () => {
    const answers = [];
    for (let edit = 0; edit < 11; edit++) {
      answers.push(await tell("PATCH", `${PROFILES}/locations/2?updateMask=title`, { title: `Shop ${edit}` }));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it("invites a group with a role, and names the location of an invitation without its id", async () => {
    const admins = `${ACCOUNTS}/locations/3/admins`;
    expect((await tell("POST", admins, { account: google.world.group, role: "BOSS" })).error).toMatchObject({
      code: 400,
    });
    expect((await tell("POST", admins, { role: "MANAGER" })).error).toMatchObject({ code: 400 });
    const made = await tell("POST", admins, { account: google.world.group, role: "MANAGER" });
    expect(made.body).toMatchObject({ role: "MANAGER", pendingInvitation: true });
    const list = `${ACCOUNTS}/${google.world.group}/invitations`;
    expect((await tell("GET", `${list}?filter=size>3`)).error).toMatchObject({ code: 400 });
    const { body } = await tell("GET", `${list}?filter=target_type=LOCATIONS_ONLY`);
    expect(body).toEqual({
      invitations: [
        {
          name: expect.stringMatching(/^accounts\/111\/invitations\//),
          role: "MANAGER",
          targetType: "LOCATIONS_ONLY",
          targetLocation: { locationName: "Corner Shop", address: "1 High Street, London, N1 1AA" },
        },
      ],
    });
    expect(
      (await tell("GET", "mybusinessaccountmanagement.googleapis.com/v1/accounts/9/invitations")).error,
    ).toMatchObject({ code: 403 });
  });
});

describe("Merchant API", () => {
  const insert = (body: object) => tell("POST", `${MERCHANT}/lfp/v1/accounts/222/lfpInventories:insert`, body);
  const item = () => ({
    targetAccount: account,
    storeCode: "S1",
    offerId: "1",
    regionCode: "GB",
    contentLanguage: "en",
    availability: "in stock",
  });

  it("refuses unregistered projects", async () => {
    google.world.merchant.isProjectRegistered = false;
    const { error } = await tell("GET", `${MERCHANT}/accounts/v1/accounts`);
    expect(error).toMatchObject({ code: 401, details: [{ metadata: { REASON: "GCP_NOT_REGISTERED" } }] });
    const register = `${MERCHANT}/accounts/v1/accounts/222/developerRegistration:registerGcp`;
    expect((await tell("POST", register, { email: "a@example.com" })).error).toMatchObject({ code: 400 });
    expect((await tell("POST", register, { developerEmail: "a@example.com" })).status).toBe(200);
    expect((await tell("GET", `${MERCHANT}/accounts/v1/accounts`)).status).toBe(200);
  });

  it("needs every required field of an item, and Google's words for availability", async () => {
    for (const name of Object.keys(item())) {
      const { [name as "offerId"]: _, ...rest } = item();
      expect((await insert(rest)).error, name).toMatchObject({ code: 400, message: `[${name}] is required` });
    }
    expect((await insert({ ...item(), availability: "in_stock" })).error).toMatchObject({ code: 400 });
    expect((await insert({ ...item(), name: "x" })).error).toMatchObject({ code: 400 });
    expect((await insert(item())).body).toMatchObject({
      name: `accounts/222/lfpInventories/${account}~S1~1`,
    });
  });

  it("takes 64-bit numbers as text, money in micros with its currency, and times with a zone", async () => {
    const wrong = [
      { targetAccount: Number(account) },
      { quantity: 5 },
      { quantity: "five" },
      { quantity: "-1" },
      { price: { amountMicros: 4_500_000, currencyCode: "GBP" } },
      { price: { amountMicros: "4500000" } },
      { collectionTime: "2026-03-02 09:00" },
      { contentLanguage: "en-GB" },
      { regionCode: "gb" },
    ];
    for (const fields of wrong) {
      expect((await insert({ ...item(), ...fields })).error, JSON.stringify(fields)).toMatchObject({ code: 400 });
    }
    const right = {
      quantity: "5",
      price: { amountMicros: "4500000", currencyCode: "GBP" },
      collectionTime: "2026-03-02T09:00:00Z",
    };
    expect((await insert({ ...item(), ...right })).status).toBe(200);
  });

  it("takes items only from the retailer's linked partner and for registered stores", async () => {
    const other = await tell("POST", `${MERCHANT}/lfp/v1/accounts/9/lfpInventories:insert`, item());
    expect(other.error).toMatchObject({ code: 403 });
    expect((await insert({ ...item(), targetAccount: "9" })).error).toMatchObject({ code: 403 });
    expect((await insert({ ...item(), storeCode: "S9" })).error).toMatchObject({ code: 400 });
  });

  it("offers no batch and no delete of items", async () => {
    const at = `${MERCHANT}/lfp/v1/accounts/222/lfpInventories`;
    expect((await tell("POST", `${at}:batchInsert`, { entries: [] })).error).toMatchObject({ code: 404 });
    expect((await tell("DELETE", `${at}/${account}~S1~1`)).error).toMatchObject({ code: 404 });
  });

  it("needs a store's phone number in E.164", async () => {
    const store = { targetAccount: account, storeCode: "S1", storeAddress: "1 High Street, London, N1 1AA" };
    const at = `${MERCHANT}/lfp/v1/accounts/222/lfpStores:insert`;
    expect((await tell("POST", at, { ...store, phoneNumber: "020 7123 4567" })).error).toMatchObject({ code: 400 });
    expect((await tell("POST", at, { ...store, phoneNumber: "+442071234567" })).body).toMatchObject({
      matchingState: "STORE_MATCHING_STATE_MATCHED",
    });
  });

  it("needs an account's name without punctuation, us as its aggregator, and a unique alias", async () => {
    const at = `${MERCHANT}/accounts/v1/accounts:createAndConfigure`;
    const request = (accountName: string, service: object[], alias: string) => ({
      account: { accountName, languageCode: "en", timeZone: { id: "Europe/London" } },
      service,
      setAlias: [{ provider: "providers/222", accountIdAlias: alias }],
    });
    const us = [{ provider: "providers/222", accountAggregation: {} }];
    expect((await tell("POST", at, request("Shop & Co.", us, "r2"))).error).toMatchObject({ code: 400 });
    expect((await tell("POST", at, request("Shop", [], "r2"))).error).toMatchObject({ code: 400 });
    expect((await tell("POST", at, request("Shop", us, "r1"))).error).toMatchObject({ code: 409 });
  });

  it("refuses a landing page if Google hosts the storefront, and a second setting for a country", async () => {
    const at = `${MERCHANT}/accounts/v1/accounts/${account}/omnichannelSettings`;
    const setting = { regionCode: "IE", lsfType: "GHLSF", inStock: {} };
    expect((await tell("POST", at, { ...setting, lsfType: "GOOGLE" })).error).toMatchObject({ code: 400 });
    expect((await tell("POST", at, { ...setting, inStock: { uri: "https://a.example" } })).error).toMatchObject({
      code: 400,
    });
    expect((await tell("POST", at, setting)).body).toMatchObject({
      name: `accounts/${account}/omnichannelSettings/IE`,
    });
    expect((await tell("POST", at, setting)).error).toMatchObject({ code: 409 });
  });

  it("takes product inputs into a data source of the account, with a feed label in capitals", async () => {
    const at = `${MERCHANT}/products/v1/accounts/${account}/productInputs:insert`;
    const input = { offerId: "1", contentLanguage: "en", feedLabel: "GB", productAttributes: { title: "Tea" } };
    expect((await tell("POST", at, input)).error).toMatchObject({ code: 400 });
    const sources = `${MERCHANT}/datasources/v1/accounts/${account}/dataSources`;
    expect((await tell("POST", sources, { primaryProductDataSource: {} })).error).toMatchObject({ code: 400 });
    const { body } = await tell("POST", sources, { displayName: "Ours", primaryProductDataSource: {} });
    const into = `${at}?dataSource=${body.name}`;
    for (const fields of [
      { feedLabel: "gb" },
      { offerId: "" },
      { productAttributes: { gtins: "1" } },
      { title: "Tea" },
    ]) {
      expect((await tell("POST", into, { ...input, ...fields })).error).toMatchObject({ code: 400 });
    }
    expect((await tell("POST", into, input)).body).toMatchObject({ name: `accounts/${account}/productInputs/en~GB~1` });
  });

  it("has a daily quota that starts at midday, UTC", async () => {
    google.world.quota.merchantDaily = google.world.quota.today.items + 1;
    expect((await insert(item())).status).toBe(200);
    const { error } = await insert(item());
    advance(google.world, 3 * 3_600_000);
    expect((await insert(item())).status).toBe(200);
    google.world.quota.merchantDaily = 100_000;
    expect(error).toMatchObject({ code: 429, details: [{ metadata: { REASON: "quota/daily_limit_exceeded" } }] });
  });
});

describe("Google Ads API", () => {
  const mutate = (collection: string, ...operations: object[]) =>
    tell("POST", `${ADS}/${collection}:mutate`, { operations });
  const codeOf = ({ error }: Awaited<ReturnType<typeof tell>>) =>
    (error?.details as { errors: { errorCode: object }[] }[] | undefined)?.[0]?.errors[0]?.errorCode;
  const budget = (fields: object) => ({ create: { name: "b", amountMicros: "1000000", ...fields } });

  it("needs an approved developer token and an account with our access", async () => {
    const query = { query: "SELECT customer.id FROM customer" };
    const bare = await tell("POST", `${ADS}/googleAds:search`, query, { authorization: "Bearer test" });
    expect(bare.status).toBe(401);
    google.world.ads.isTokenApproved = false;
    expect(codeOf(await tell("POST", `${ADS}/googleAds:search`, query))).toEqual({
      authorizationError: "DEVELOPER_TOKEN_NOT_APPROVED",
    });
    google.world.ads.isTokenApproved = true;
    const other = ADS.replace("444", "9");
    expect(codeOf(await tell("POST", `${other}/googleAds:search`, query))).toEqual({
      authorizationError: "USER_PERMISSION_DENIED",
    });
    expect((await tell("POST", ADS.replace("v25", "v1"), query)).status).toBe(404);
  });

  it("takes budgets of whole pence within limits, with unique names and micros as text", async () => {
    expect((await mutate("campaignBudgets", budget({ amountMicros: 1_000_000 }))).status).toBe(400);
    for (const [amountMicros, code] of [
      ["5000", "BUDGET_BELOW_PER_DAY_MINIMUM"],
      ["1000001", "NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT"],
      ["99999999999990000", "MONEY_AMOUNT_TOO_LARGE"],
    ]) {
      expect(codeOf(await mutate("campaignBudgets", budget({ amountMicros })))).toEqual({ campaignBudgetError: code });
    }
    expect((await mutate("campaignBudgets", budget({}))).status).toBe(200);
    expect(codeOf(await mutate("campaignBudgets", budget({})))).toEqual({ campaignBudgetError: "DUPLICATE_NAME" });
  });

  it("changes nothing without a mask, with validateOnly, or if one operation fails", async () => {
    const made = await mutate("campaignBudgets", budget({ name: "c" }));
    const resourceName = (made.body.results as { resourceName: string }[])[0]?.resourceName;
    const update = { resourceName, amountMicros: "2000000" };
    const micros = () => google.world.ads.customers.get("444")?.resources.get(resourceName ?? "")?.amountMicros;
    expect((await mutate("campaignBudgets", { update })).status).toBe(400);
    expect((await mutate("campaignBudgets", { update, updateMask: "amount" })).status).toBe(400);
    await mutate("campaignBudgets", { update, updateMask: "amountMicros" }, budget({ name: "c" }));
    expect(micros()).toBe("1000000");
    const rehearsal = { operations: [{ update, updateMask: "amountMicros" }], validateOnly: true };
    expect((await tell("POST", `${ADS}/campaignBudgets:mutate`, rehearsal)).status).toBe(200);
    expect(micros()).toBe("1000000");
    await mutate("campaignBudgets", { update, updateMask: "amountMicros" });
    expect(micros()).toBe("2000000");
  });

  it("needs for a campaign an existing budget, a bidding strategy, and a statement on political advertising", async () => {
    const made = await mutate("campaignBudgets", budget({ name: "d" }));
    const campaignBudget = (made.body.results as { resourceName: string }[])[0]?.resourceName;
    const campaign = {
      name: "Campaign",
      advertisingChannelType: "SHOPPING",
      campaignBudget,
      shoppingSetting: { merchantId: "1" },
      targetSpend: {},
      containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING",
    };
    for (const name of Object.keys(campaign)) {
      const { [name as "name"]: _, ...rest } = campaign;
      expect((await mutate("campaigns", { create: rest })).status, name).toBe(400);
    }
    const nowhere = { ...campaign, campaignBudget: "customers/444/campaignBudgets/9" };
    expect(codeOf(await mutate("campaigns", { create: nowhere }))).toEqual({ mutateError: "RESOURCE_NOT_FOUND" });
    const numeric = { ...campaign, shoppingSetting: { merchantId: 1 } };
    expect((await mutate("campaigns", { create: numeric })).status).toBe(400);
    expect((await mutate("campaigns", { create: campaign })).status).toBe(200);
    const again = { ...campaign, campaignBudget };
    expect(codeOf(await mutate("campaigns", { create: again }))).toEqual({ campaignError: "DUPLICATE_CAMPAIGN_NAME" });
  });

  it("needs for a circle a centre in whole micro-degrees and a radius", async () => {
    const [campaign] = [...(google.world.ads.customers.get("444")?.resources.keys() ?? [])].filter((name) =>
      name.includes("/campaigns/"),
    );
    const circle = (proximity: object) => mutate("campaignCriteria", { create: { campaign, proximity } });
    const geoPoint = { latitudeInMicroDegrees: 51_500_000, longitudeInMicroDegrees: -100_000 };
    expect(codeOf(await circle({ geoPoint, radius: 0 }))).toEqual({ criterionError: "INVALID_PROXIMITY_RADIUS" });
    expect(codeOf(await circle({ radius: 5 }))).toEqual({ criterionError: "INVALID_PROXIMITY_ADDRESS" });
    expect((await circle({ geoPoint: { ...geoPoint, latitudeInMicroDegrees: 51.5 }, radius: 5 })).status).toBe(400);
    expect((await circle({ geoPoint, radius: 5, radiusUnits: "MILE" })).status).toBe(400);
    expect((await circle({ geoPoint, radius: 5, radiusUnits: "MILES" })).status).toBe(200);
  });

  it("uses each negative id of a request once", async () => {
    const create = (name: string, id: string) => ({
      campaignBudgetOperation: {
        create: { resourceName: `customers/444/campaignBudgets/${id}`, name, amountMicros: "1000000" },
      },
    });
    const all = (...mutateOperations: object[]) => tell("POST", `${ADS}/googleAds:mutate`, { mutateOperations });
    expect(codeOf(await all(create("e", "-1"), create("f", "-1")))).toEqual({
      mutateError: "ID_EXISTS_IN_MULTIPLE_MUTATES",
    });
    const made = await all(create("e", "-1"), create("f", "-2"));
    expect(made.body.mutateOperationResponses).toEqual([
      { campaignBudgetResult: { resourceName: expect.stringMatching(/campaignBudgets\/[0-9]+$/) } },
      { campaignBudgetResult: { resourceName: expect.stringMatching(/campaignBudgets\/[0-9]+$/) } },
    ]);
  });

  it("answers queries with the selected fields in camel case, and refuses unknown fields", async () => {
    const ask = (query: string) => tell("POST", `${ADS}/googleAds:search`, { query });
    expect((await ask("SELECT customer.currency_code FROM customer")).body.results).toEqual([
      { customer: { resourceName: "customers/444", currencyCode: "GBP" } },
    ]);
    expect((await ask("SELECT customer.currency_code FROM accounts")).status).toBe(400);
    expect((await ask("DELETE customer")).status).toBe(400);
  });
});
