import { invalid, merchantFault, notFound } from "./fault.ts";
import { accountOf } from "./merchant-routes.ts";
import { checkMessage, type Message, optional, output, required } from "./message.ts";
import { countItem } from "./quotas.ts";
import type { Asked, Route } from "./route.ts";
import { type FakeInventory, isManagedBy, type MerchantAccount, timeOf, type World } from "./world.ts";

const STORE: Message = {
  targetAccount: required("int64"),
  storeCode: required("string"),
  storeAddress: required("string"),
  storeName: optional("string"),
  phoneNumber: optional("string"),
  websiteUri: optional("string"),
  placeId: optional("string"),
  gcidCategory: optional({ list: "string" }),
  matchingState: output("string"),
  matchingStateHint: output("string"),
};
const INVENTORY: Message = {
  targetAccount: required("int64"),
  storeCode: required("string"),
  offerId: required("string"),
  regionCode: required("string"),
  contentLanguage: required("string"),
  availability: required({ oneOf: ["in stock", "limited availability", "on display to order", "out of stock"] }),
  gtin: optional("string"),
  price: optional({ message: { amountMicros: required("int64"), currencyCode: required("string") } }),
  quantity: optional("int64"),
  collectionTime: optional("timestamp"),
  feedLabel: optional("string"),
  pickupMethod: optional({ oneOf: ["buy", "reserve", "ship to store", "not supported"] }),
  pickupSla: optional({
    oneOf: ["same day", "next day", "2-day", "3-day", "4-day", "5-day", "6-day", "multi-week"],
  }),
};
const ITEM_LIFE_MS = 30 * 86_400_000;

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");

function seeProvider({ world, params }: Asked): void {
  if (params.provider === world.merchant.provider) return;
  throw merchantFault(403, "PERMISSION_DENIED", "PERMISSION_DENIED_ACCOUNTS", "The caller is no LFP partner.");
}

/** Only a retailer that is linked to us as its partner can be a target. */
function targetOf(world: World, id: string): MerchantAccount {
  const account = accountOf(world, id);
  if (![...account.omnichannel.values()].some(({ lfpLink }) => lfpLink)) {
    throw merchantFault(
      403,
      "PERMISSION_DENIED",
      "LFP_PROVIDER_NOT_LINKED",
      "The merchant is not linked to this partner.",
    );
  }
  return account;
}

function matchingOf(world: World, account: MerchantAccount, address: string) {
  const failed = (matchingStateHint: string) => ({ matchingState: "STORE_MATCHING_STATE_FAILED", matchingStateHint });
  const linked = [...world.locations.values()].filter((location) => isManagedBy(location, world.group));
  if (account.gbpEmails.size === 0 || linked.length === 0) return failed("linked-store-not-found");
  const match = linked.find(({ postalCode }) => plain(address).includes(plain(postalCode)));
  if (!match) return failed("store-match-not-found");
  return match.standing === "good"
    ? { matchingState: "STORE_MATCHING_STATE_MATCHED" }
    : failed("store-match-unverified");
}

function insertStore(asked: Asked) {
  seeProvider(asked);
  const { world, body } = asked;
  checkMessage(body, STORE);
  const { targetAccount, storeCode, storeAddress, phoneNumber } = body as Record<string, string>;
  if (phoneNumber && !/^\+[1-9][0-9]{1,14}$/.test(phoneNumber)) throw invalid("[phoneNumber] must be in E.164 format");
  const account = targetOf(world, targetAccount ?? "");
  account.stores.set(storeCode ?? "", { address: storeAddress ?? "" });
  const name = `accounts/${asked.params.provider}/lfpStores/${targetAccount}~${storeCode}`;
  return { name, ...body, ...matchingOf(world, account, storeAddress ?? "") };
}

function insertInventory(asked: Asked) {
  seeProvider(asked);
  const { world, body } = asked;
  checkMessage(body, INVENTORY);
  const inventory = body as unknown as FakeInventory & { targetAccount: string };
  if (inventory.quantity?.startsWith("-")) throw invalid("[quantity] must be greater than or equal to zero");
  if (!/^[a-z]{2}$/.test(inventory.contentLanguage)) throw invalid("[contentLanguage] must be two letters");
  if (!/^[A-Z]{2}$/.test(inventory.regionCode)) throw invalid("[regionCode] must be a CLDR territory");
  const { pickupMethod, pickupSla } = inventory;
  if (pickupMethod && pickupMethod !== "not supported" && !pickupSla) throw invalid("[pickupSla] is required");
  if (pickupSla && !pickupMethod) throw invalid("[pickupMethod] is required");
  const account = targetOf(world, inventory.targetAccount);
  const isInProfile = [...world.locations.values()].some(({ storeCode }) => storeCode === inventory.storeCode);
  if (!account.stores.has(inventory.storeCode) && !isInProfile) throw invalid("[storeCode] is not known");
  const now = timeOf(world);
  countItem(world);
  account.firstInventoryAt ??= now;
  const key = `${inventory.storeCode}~${inventory.offerId}`;
  account.inventories.set(key, { ...inventory, submittedAt: now });
  return { name: `accounts/${asked.params.provider}/lfpInventories/${inventory.targetAccount}~${key}`, ...body };
}

/** Google submits entries with a GTIN or a product of the retailer. It stores all other entries as unsubmitted. */
export const isIdentified = (account: MerchantAccount, { gtin, offerId }: FakeInventory): boolean =>
  Boolean(gtin) || [...account.productInputs.keys()].some((name) => name.endsWith(`~${offerId}`));

function readState(asked: Asked) {
  seeProvider(asked);
  const { world, params } = asked;
  const account = accountOf(world, params.target);
  const now = timeOf(world);
  const entries = [...account.inventories.values()].filter(({ submittedAt }) => now - submittedAt < ITEM_LIFE_MS);
  const identified = entries.filter((entry) => isIdentified(account, entry));
  const isVerified =
    account.firstInventoryAt !== null && now - account.firstInventoryAt >= world.merchant.verificationMs;
  const verification = isVerified ? "VERIFICATION_STATE_APPROVED" : "VERIFICATION_STATE_IN_PROGRESS";
  const storeStates = [...account.stores].map(([storeCode, { address }]) => ({
    storeCode,
    ...matchingOf(world, account, address),
  }));
  const inStock = identified.filter(({ availability }) => availability !== "out of stock");
  return {
    name: `accounts/${params.provider}/lfpMerchantStates/${params.target}`,
    linkedGbps: String(account.gbpEmails.size),
    ...(storeStates.length ? { storeStates } : {}),
    ...(entries.length
      ? {
          inventoryStats: {
            submittedEntries: String(identified.length),
            submittedInStockEntries: String(inStock.length),
            unsubmittedEntries: String(entries.length - identified.length),
            submittedProducts: String(new Set(identified.map(({ offerId }) => offerId)).size),
          },
        }
      : {}),
    countrySettings: [...account.omnichannel.keys()].map((regionCode) => ({
      regionCode,
      freeLocalListingsEnabled: true,
      localInventoryAdsEnabled: true,
      inventoryVerificationState: verification,
      instockServingVerificationState: verification,
      productPageType: "GOOGLE_HOSTED",
    })),
  };
}

function listAggregates({ world, params, query }: Asked) {
  const filter = /^reporting_context = "([A-Z_]+)" AND country = "([A-Z]{2})"$/.exec(query.filter ?? "");
  if (query.filter && !filter) throw invalid("Invalid filter.");
  const { issues, inventories } = accountOf(world, params.account);
  if (inventories.size === 0) return {};
  const counts = { activeCount: String(inventories.size - issues.size), disapprovedCount: String(issues.size) };
  const itemLevelIssues = [...issues.values()].map((issue) => ({ ...issue, productCount: "1" }));
  return {
    aggregateProductStatuses: [
      {
        reportingContext: filter?.[1] ?? "FREE_LOCAL_LISTINGS",
        country: filter?.[2] ?? "GB",
        stats: counts,
        itemLevelIssues,
      },
    ],
  };
}

export const localFeedRoutes: Route[] = [
  { service: "merchant", method: "POST", path: "/lfp/v1/accounts/{provider}/lfpStores:insert", handle: insertStore },
  {
    service: "merchant",
    method: "POST",
    path: "/lfp/v1/accounts/{provider}/lfpInventories:insert",
    handle: insertInventory,
  },
  {
    service: "merchant",
    method: "GET",
    path: "/lfp/v1/accounts/{provider}/lfpMerchantStates/{target}",
    handle: readState,
  },
  {
    service: "merchant",
    method: "GET",
    path: "/issueresolution/v1/accounts/{account}/aggregateProductStatuses",
    query: ["filter", "pageSize", "pageToken"],
    handle: listAggregates,
  },
];

/** Disapproves a retailer's product from now on. */
export function disapprove(world: World, accountId: string, offerId: string): void {
  const account = world.merchant.accounts.get(accountId);
  if (!account) throw notFound();
  account.issues.set(offerId, {
    code: "image_link_missing",
    severity: "DISAPPROVED",
    resolution: "MERCHANT_ACTION",
    description: "Missing value [image link]",
  });
}
