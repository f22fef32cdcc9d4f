import { ProviderError } from "../provider-error.ts";
import type { Merchant } from "../search-provider.ts";
import { type CallGoogle, pagesOf } from "./call.ts";
import { isNoAccess } from "./profiles.ts";
import type { GoogleSettings } from "./settings.ts";

interface OmnichannelSetting {
  lfpLink?: { lfpProvider: string };
}

/** "Don't use punctuation, capitalization, or non-alphanumeric symbols" (Merchant API, Account.accountName). */
const accountName = (name: string): string => name.replace(/[^\p{L}\p{N}]+/gu, " ").trim() || "Shop";

/**
 * Merchant API, accounts. A retailer has an account below ours, linked to our profiles, with local listings on. Each step checks first, so
 * all can be repeated. The retailer's id is the unique alias, so two runs cannot create two accounts.
 */
export function createMerchantAccounts(call: CallGoogle, settings: GoogleSettings) {
  const provider = `providers/${settings.merchantAccount}`;
  const get = <Answer>(path: string, query?: Record<string, string>) =>
    call<Answer>({ service: "merchant", method: "GET", path: `/accounts/v1/${path}`, query });
  const post = <Answer>(path: string, body: unknown, isRepeatable: boolean) =>
    call<Answer>({ service: "merchant", method: "POST", path: `/accounts/v1/${path}`, body, isRepeatable });

  async function findAccount(retailerId: string): Promise<string | undefined> {
    const filter = `relationship(providerId = ${settings.merchantAccount} AND accountIdAlias = "${retailerId}")`;
    const { accounts = [] } = await get<{ accounts?: { accountId: string }[] }>("accounts", { filter });
    return accounts[0]?.accountId;
  }

  async function makeAccount({ retailerId, name, language, timezone }: Merchant): Promise<string> {
    const request = {
      account: { accountName: accountName(name), languageCode: language, timeZone: { id: timezone } },
      service: [{ provider, accountAggregation: {}, externalAccountId: retailerId }],
      setAlias: [{ provider, accountIdAlias: retailerId }],
    };
    try {
      const made = await post<{ accountId: string }>("accounts:createAndConfigure", request, false);
      return made.accountId;
    } catch (error) {
      const found = error instanceof ProviderError && error.kind === "refused" && (await findAccount(retailerId));
      if (!found) throw error;
      return found;
    }
  }

  async function linkProfiles(account: string): Promise<void> {
    const { gbpAccounts = [] } = await get<{ gbpAccounts?: object[] }>(`accounts/${account}/gbpAccounts`);
    if (gbpAccounts.length > 0) return;
    const path = `accounts/${account}/gbpAccounts:linkGbpAccount`;
    await post(path, { gbpEmail: settings.businessEmail }, true);
  }

  const readSetting = (account: string, country: string) =>
    get<OmnichannelSetting>(`accounts/${account}/omnichannelSettings/${country}`);

  async function switchOn(account: string, country: string): Promise<OmnichannelSetting> {
    try {
      return await readSetting(account, country);
    } catch (error) {
      if (!isNoAccess(error)) throw error;
    }
    const { name: contact, email: contactEmail } = settings.contact;
    const setting = {
      regionCode: country,
      lsfType: "GHLSF",
      inStock: {},
      inventoryVerification: { contact, contactEmail },
    };
    try {
      const path = `accounts/${account}/omnichannelSettings`;
      return await post<OmnichannelSetting>(path, setting, false);
    } catch (error) {
      // Another run has switched this on.
      if (error instanceof ProviderError && error.kind === "refused") return readSetting(account, country);
      throw error;
    }
  }

  async function linkUs(account: string, { country, retailerId }: Merchant): Promise<void> {
    const path = `accounts/${account}/omnichannelSettings/${country}/lfpProviders`;
    const pages = pagesOf<{ lfpProviders?: { name: string }[]; nextPageToken?: string }>(call, {
      service: "merchant",
      path: `/accounts/v1/${path}:find`,
    });
    for await (const { lfpProviders = [] } of pages) {
      const us = lfpProviders.find(({ name }) => name === `${path}/${settings.lfpProvider}`);
      if (!us) continue;
      await post(`${us.name}:linkLfpProvider`, { externalAccountId: retailerId }, true);
      return;
    }
    throw new ProviderError("setup", `We are not among the local feeds partners of ${country}.`, {
      reason: "LFP_PROVIDER_NOT_FOUND",
    });
  }

  return {
    async openMerchant(merchant: Merchant): Promise<string> {
      const account = (await findAccount(merchant.retailerId)) ?? (await makeAccount(merchant));
      await linkProfiles(account);
      const { lfpLink } = await switchOn(account, merchant.country);
      if (!lfpLink) await linkUs(account, merchant);
      return account;
    },
  };
}
