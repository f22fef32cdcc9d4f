import { invalid, merchantFault, notFound } from "./fault.ts";
import { checkMessage, type Message, optional, output, required } from "./message.ts";
import { itemsToday } from "./quotas.ts";
import type { Asked, Route } from "./route.ts";
import { type MerchantAccount, newId, type World } from "./world.ts";

const SERVICE: Message = {
  provider: required("string"),
  externalAccountId: optional("string"),
  accountAggregation: optional({ message: {} }),
  accountManagement: optional({ message: {} }),
  productsManagement: optional({ message: {} }),
  campaignsManagement: optional({ message: {} }),
};
const CREATE: Message = {
  account: required({
    message: {
      accountName: required("string"),
      languageCode: required("string"),
      timeZone: required({ message: { id: required("string"), version: optional("string") } }),
      adultContent: optional("bool"),
      accountId: output("int64"),
    },
  }),
  service: required({ list: { message: SERVICE } }),
  setAlias: optional({ list: { message: { provider: required("string"), accountIdAlias: required("string") } } }),
};
const OMNICHANNEL: Message = {
  regionCode: required("string"),
  lsfType: required({ oneOf: ["GHLSF", "MHLSF_BASIC", "MHLSF_FULL"] }),
  inStock: optional({ message: { uri: optional("string"), state: output("string") } }),
  inventoryVerification: optional({
    message: { contact: required("string"), contactEmail: required("string"), state: output("string") },
  }),
  lfpLink: output("string"),
};

/** @throws Fault 403 for a missing merchant account and for another owner's account */
export function accountOf(world: World, id = ""): MerchantAccount {
  const account = world.merchant.accounts.get(id);
  if (!account) {
    const message = `The caller does not have access to the accounts: [${id}]`;
    throw merchantFault(403, "PERMISSION_DENIED", "PERMISSION_DENIED_ACCOUNTS", message);
  }
  return account;
}

const presentAccount = (id: string, { name }: MerchantAccount) => ({
  name: `accounts/${id}`,
  accountId: id,
  accountName: name,
});

function createAccount({ world, body }: Asked) {
  checkMessage(body, CREATE);
  const {
    account,
    service,
    setAlias = [],
  } = body as {
    account: { accountName: string };
    service: { provider: string; accountAggregation?: object }[];
    setAlias?: { provider: string; accountIdAlias: string }[];
  };
  const us = [`providers/${world.merchant.provider}`, `accounts/${world.merchant.provider}`];
  if (!service.some(({ provider, accountAggregation }) => accountAggregation && us.includes(provider))) {
    throw invalid("[service] exactly one of these needs to be account_aggregation");
  }
  if (/[^\p{L}\p{N} ]/u.test(account.accountName)) throw invalid("[account.accountName] must not use punctuation");
  const alias = setAlias[0]?.accountIdAlias ?? "";
  const isTaken = alias !== "" && [...world.merchant.accounts.values()].some((other) => other.alias === alias);
  if (isTaken) throw merchantFault(409, "ALREADY_EXISTS", "DUPLICATE_ACCOUNT_ID_ALIAS", "The alias is in use.");
  const id = newId();
  const made: MerchantAccount = {
    name: account.accountName,
    alias,
    gbpEmails: new Set(),
    omnichannel: new Map(),
    stores: new Map(),
    inventories: new Map(),
    firstInventoryAt: null,
    dataSources: new Map(),
    productInputs: new Map(),
    issues: new Map(),
  };
  world.merchant.accounts.set(id, made);
  return presentAccount(id, made);
}

function listAccounts({ world, query }: Asked) {
  const match = /^relationship\(providerId = ([0-9]+) AND accountIdAlias = "([^"]*)"\)$/.exec(query.filter ?? "");
  if (query.filter && !match) throw invalid("Invalid filter.");
  const found = [...world.merchant.accounts].filter(
    ([, { alias }]) => !match || (match[1] === world.merchant.provider && alias === match[2]),
  );
  return found.length ? { accounts: found.map(([id, account]) => presentAccount(id, account)) } : {};
}

const settingName = ({ account, country }: Record<string, string>) =>
  `accounts/${account}/omnichannelSettings/${country}`;

function settingOf({ world, params }: Asked) {
  const found = accountOf(world, params.account).omnichannel.get(params.country ?? "");
  if (!found) throw notFound();
  return found;
}

function createSetting({ world, params, body }: Asked) {
  checkMessage(body, OMNICHANNEL);
  const { regionCode, lsfType, inStock } = body as { regionCode: string; lsfType: string; inStock?: { uri?: string } };
  if (lsfType === "GHLSF" && inStock?.uri) throw invalid("[inStock.uri] must be empty if the lsf_type is GHLSF");
  const { omnichannel } = accountOf(world, params.account);
  if (omnichannel.has(regionCode)) {
    throw merchantFault(409, "ALREADY_EXISTS", "OMNICHANNEL_SETTING_EXISTS", "It exists already.");
  }
  omnichannel.set(regionCode, { setting: body });
  const name = `accounts/${params.account}/omnichannelSettings/${regionCode}`;
  return { name, ...body, inventoryVerification: { ...(body.inventoryVerification as object), state: "INACTIVE" } };
}

const at = "/accounts/v1/accounts";

export const merchantRoutes: Route[] = [
  {
    service: "merchant",
    method: "POST",
    path: `${at}/{account}/developerRegistration:registerGcp`,
    handle: ({ world, params, body }) => {
      checkMessage(body, { developerEmail: optional("string") });
      if (params.account !== world.merchant.provider) accountOf(world, params.account);
      world.merchant.isProjectRegistered = true;
      return { name: `accounts/${params.account}/developerRegistration`, gcpIds: ["1"] };
    },
  },
  { service: "merchant", method: "POST", path: `${at}:createAndConfigure`, handle: createAccount },
  { service: "merchant", method: "GET", path: at, query: ["filter", "pageSize", "pageToken"], handle: listAccounts },
  {
    service: "merchant",
    method: "GET",
    path: `${at}/{account}/gbpAccounts`,
    query: ["pageSize", "pageToken"],
    handle: ({ world, params }) => {
      const emails = [...accountOf(world, params.account).gbpEmails];
      return emails.length ? { gbpAccounts: emails.map((gbpAccountName) => ({ gbpAccountName, type: "USER" })) } : {};
    },
  },
  {
    service: "merchant",
    method: "POST",
    path: `${at}/{account}/gbpAccounts:linkGbpAccount`,
    handle: ({ world, params, body }) => {
      checkMessage(body, { gbpEmail: required("string") });
      accountOf(world, params.account).gbpEmails.add(String(body.gbpEmail));
      return { response: {} };
    },
  },
  { service: "merchant", method: "POST", path: `${at}/{account}/omnichannelSettings`, handle: createSetting },
  {
    service: "merchant",
    method: "GET",
    path: `${at}/{account}/omnichannelSettings/{country}`,
    handle: (asked) => {
      const { setting, lfpLink } = settingOf(asked);
      return { name: settingName(asked.params), ...setting, ...(lfpLink ? { lfpLink } : {}) };
    },
  },
  {
    service: "merchant",
    method: "GET",
    path: `${at}/{account}/omnichannelSettings/{country}/lfpProviders:find`,
    query: ["pageSize", "pageToken"],
    handle: (asked) => {
      settingOf(asked);
      const us = asked.world.merchant.lfpProvider;
      // Two pages, so that a client that reads only the first page does not find us.
      const other = { lfpProviders: [{ name: `${settingName(asked.params)}/lfpProviders/1` }], nextPageToken: "2" };
      return asked.query.pageToken
        ? { lfpProviders: [{ name: `${settingName(asked.params)}/lfpProviders/${us}` }] }
        : other;
    },
  },
  {
    service: "merchant",
    method: "POST",
    path: `${at}/{account}/omnichannelSettings/{country}/lfpProviders/{provider}:linkLfpProvider`,
    handle: (asked) => {
      checkMessage(asked.body, { externalAccountId: required("string") });
      if (asked.params.provider !== asked.world.merchant.lfpProvider) throw notFound();
      settingOf(asked).lfpLink = { lfpProvider: `lfpProviders/${asked.params.provider}` };
      return { response: {} };
    },
  },
  {
    service: "merchant",
    method: "GET",
    path: "/quota/v1/accounts/{account}/quotas",
    query: ["pageSize", "pageToken"],
    handle: ({ world, params }) => ({
      quotaGroups: [
        {
          name: `accounts/${params.account}/quotas/1`,
          quotaUsage: String(itemsToday(world)),
          quotaLimit: String(world.quota.merchantDaily),
          quotaMinuteLimit: String(world.quota.perMinute.get("merchantapi.googleapis.com") ?? 300),
          methodDetails: [{ method: "lfpInventories.insert", version: "v1", subapi: "lfp" }],
        },
      ],
    }),
  },
];
