/** The state of the fake. Times are milliseconds since 1970, by its own clock. */
export interface World {
  /** Time by which its clock is ahead of the machine's. */
  aheadMs: number;
  /** If set, the clock stays at this time, so that only the test moves it. */
  frozenAt: number | null;
  clients: Map<string, string>;
  /** The scopes of each refresh token. */
  refreshTokens: Map<string, { scopes: string[] }>;
  accessTokens: Map<string, { scopes: string[]; until: number }>;
  /** The group of our user. */
  group: string;
  locations: Map<string, FakeLocation>;
  invitations: Map<string, { locationId: string; role: string }>;
  merchant: {
    provider: string;
    lfpProvider: string;
    isProjectRegistered: boolean;
    accounts: Map<string, MerchantAccount>;
    /** Time that Google reviews a retailer's stock before its listings show. */
    verificationMs: number;
  };
  ads: {
    version: string;
    developerToken: string;
    isTokenApproved: boolean;
    customers: Map<string, Customer>;
  };
  quota: {
    /** By host. 0: Google never approved the project. */
    perMinute: Map<string, number>;
    editsPerMinute: number;
    merchantDaily: number;
    /** Number of items since the last midday, UTC, and that midday. */
    today: { midday: number; items: number };
  };
  faults: InjectedFault[];
  /** All answered calls, for tests that count. */
  calls: { at: number; host: string; method: string; path: string; status: number }[];
}

export interface FakeLocation {
  title: string;
  addressLines: string[];
  locality: string;
  postalCode: string;
  regionCode: string;
  storeCode: string;
  /** Each label has 1 to 255 characters. */
  labels: string[];
  placeId: string;
  latitude: number;
  longitude: number;
  standing: "good" | "in_review" | "unverified" | "conflict" | "suspended";
  admins: Map<string, { account: string; role: string; isPending: boolean }>;
  /** Times of edits, for the quota. */
  edits: number[];
}

interface Issue {
  code: string;
  severity: string;
  resolution: string;
  description: string;
}

export interface MerchantAccount {
  name: string;
  alias: string;
  gbpEmails: Set<string>;
  /** By country. */
  omnichannel: Map<string, { setting: Record<string, unknown>; lfpLink?: { lfpProvider: string } }>;
  stores: Map<string, { address: string }>;
  inventories: Map<string, FakeInventory>;
  firstInventoryAt: number | null;
  /** Names by id. */
  dataSources: Map<string, string>;
  /** By `language~label~offer`. */
  productInputs: Map<string, { dataSource: string; productAttributes: Record<string, unknown> }>;
  /** By offer. */
  issues: Map<string, Issue>;
}

export interface FakeInventory {
  storeCode: string;
  offerId: string;
  regionCode: string;
  contentLanguage: string;
  availability: string;
  gtin?: string;
  quantity?: string;
  price?: { amountMicros: string; currencyCode: string };
  pickupMethod?: string;
  pickupSla?: string;
  submittedAt: number;
}

/** Resources by their names. */
export interface Customer {
  currency: string;
  nextId: number;
  resources: Map<string, Record<string, unknown>>;
  /** The days of each campaign, in the metrics' own units. Google leaves out days without a metric. */
  outcomes: Map<string, { date: string; costMicros: string; clicks: string; impressions: string }[]>;
}

export interface InjectedFault {
  /** A regular expression for `METHOD host/path`. */
  match: string;
  /** 0: no answer. */
  code: number;
  status: string;
  /** A Merchant API REASON. */
  reason?: string;
  /** Seconds, or a date as HTTP writes it. */
  retryAfter?: number | string;
  /** The call runs, and only its answer is lost. */
  isDone?: boolean;
  times: number;
}

const SCOPES = ["business.manage", "content", "adwords"].map((name) => `https://www.googleapis.com/auth/${name}`);

/** A world with everything in order and without invitations. */
export function createWorld(): World {
  return {
    aheadMs: 0,
    frozenAt: null,
    clients: new Map([["client", "client-secret"]]),
    refreshTokens: new Map([["refresh", { scopes: SCOPES }]]),
    accessTokens: new Map(),
    group: "accounts/111",
    locations: new Map(),
    invitations: new Map(),
    merchant: {
      provider: "222",
      lfpProvider: "333",
      isProjectRegistered: true,
      accounts: new Map(),
      verificationMs: 4 * 86_400_000,
    },
    ads: {
      version: "v25",
      developerToken: "developer-token",
      isTokenApproved: true,
      customers: new Map([["444", { currency: "GBP", nextId: 1, resources: new Map(), outcomes: new Map() }]]),
    },
    quota: { perMinute: new Map(), editsPerMinute: 10, merchantDaily: 100_000, today: { midday: 0, items: 0 } },
    faults: [],
    calls: [],
  };
}

/** The settings for a new world. */
export const fakeEnvironment = (url: string): Record<string, string> => ({
  HIGHSTREET_PROVIDERS: "google",
  HIGHSTREET_GOOGLE_URL: url,
  HIGHSTREET_GOOGLE_CLIENT_ID: "client",
  HIGHSTREET_GOOGLE_CLIENT_SECRET: "client-secret",
  HIGHSTREET_GOOGLE_REFRESH_TOKEN: "refresh",
  HIGHSTREET_GOOGLE_BUSINESS_GROUP: "111",
  HIGHSTREET_GOOGLE_BUSINESS_EMAIL: "group@example.com",
  HIGHSTREET_GOOGLE_MERCHANT_ACCOUNT: "222",
  HIGHSTREET_GOOGLE_LFP_PROVIDER: "333",
  HIGHSTREET_GOOGLE_CONTACT_NAME: "Alex Example",
  HIGHSTREET_GOOGLE_CONTACT_EMAIL: "alex@example.com",
  HIGHSTREET_GOOGLE_ADS_CUSTOMER: "444",
  HIGHSTREET_GOOGLE_ADS_DEVELOPER_TOKEN: "developer-token",
  HIGHSTREET_GOOGLE_STOREFRONT_URL: "https://storefront.example/{merchantId}/{storeCode}",
});

export const timeOf = (world: World): number => world.frozenAt ?? Date.now() + world.aheadMs;

/** Moves the clock forward, also if it is frozen. */
export function advance(world: World, ms: number): void {
  if (world.frozenAt === null) world.aheadMs += ms;
  else world.frozenAt += ms;
}

let lastId = 1_000;
export const newId = (): string => String(++lastId);

export type LocationFields = Partial<Omit<FakeLocation, "admins" | "edits">>;

export function addLocation(world: World, id: string, fields: LocationFields = {}): FakeLocation {
  const location: FakeLocation = {
    title: "Corner Shop",
    addressLines: ["1 High Street"],
    locality: "London",
    postalCode: "N1 1AA",
    regionCode: "GB",
    storeCode: "",
    labels: [],
    placeId: `place-${id}`,
    latitude: 51.5,
    longitude: -0.1,
    standing: "good",
    ...fields,
    admins: new Map(),
    edits: [],
  };
  world.locations.set(id, location);
  return location;
}

/**
 * The location's owner invites an account as its manager.
 * @returns the admin's id
 */
export function invite(world: World, locationId: string, account: string, role = "MANAGER"): string {
  const id = newId();
  world.locations.get(locationId)?.admins.set(id, { account, role, isPending: true });
  world.invitations.set(`${account}/invitations/${newId()}`, { locationId, role });
  return id;
}

/** The location's owner removes the access of an account. */
export function withdraw(world: World, locationId: string, account: string): void {
  const admins = world.locations.get(locationId)?.admins ?? new Map();
  for (const [id, admin] of admins) if (admin.account === account) admins.delete(id);
}

export function isManagedBy(location: FakeLocation | undefined, account: string): location is FakeLocation {
  return [...(location?.admins.values() ?? [])].some((admin) => admin.account === account && !admin.isPending);
}
