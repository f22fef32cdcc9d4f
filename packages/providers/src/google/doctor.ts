import { ProviderError } from "../provider-error.ts";
import type { Standing } from "../search-provider.ts";
import { type CallGoogle, pagesOf } from "./call.ts";
import { createProfiles } from "./profiles.ts";
import type { GoogleSettings } from "./settings.ts";
import { createSignIn } from "./sign-in.ts";

export interface Advice {
  /** `us`: the person who runs Highstreet. */
  who: "us" | "google";
  todo: string;
}

const us = (todo: string): Advice => ({ who: "us", todo });

const ADVICE: Record<string, Advice> = {
  invalid_client: us("Copy client id and secret again from the Google Cloud console, Credentials."),
  invalid_grant: us(
    "The refresh token was revoked or has ended: sign in again as the owner of the business group. Publish the OAuth consent screen, or tokens end after 7 days.",
  ),
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: us("Sign in again with all three scopes: business.manage, content, adwords."),
  SERVICE_DISABLED: us("Enable this API for the project in the Google Cloud console, APIs & Services."),
  RATE_LIMIT_EXCEEDED: {
    who: "google",
    todo: "The project's quota is 0 until Google approves it: send the Business Profile API access request form, and wait.",
  },
  GCP_NOT_REGISTERED: us(
    "Register the project with the merchant account: npm run doctor -- --register <developer's e-mail>.",
  ),
  PERMISSION_DENIED_ACCOUNTS: us(
    "Make the user an administrator of our merchant account (Merchant Center, Access and services).",
  ),
  DEVELOPER_TOKEN_INVALID: us("Copy the developer token again from the ads manager account, API Centre."),
  DEVELOPER_TOKEN_NOT_APPROVED: {
    who: "google",
    todo: "The developer token is for test accounts only: apply for Basic access in the API Centre, and wait.",
  },
  DEVELOPER_TOKEN_PROHIBITED: us(
    "The developer token belongs to another Google Cloud project: use the project of its first call.",
  ),
  USER_PERMISSION_DENIED: us(
    "Give the user access to the ads account; where it is reached through a manager account, set HIGHSTREET_GOOGLE_ADS_LOGIN_CUSTOMER.",
  ),
  CUSTOMER_NOT_ENABLED: us("The ads account is closed or not finished: open it in Google Ads."),
  CURRENCY_NOT_GBP: us("Budgets are in GBP, and an account's currency cannot be changed: use another ads account."),
  BILLING_DISABLED: us("Link a billing account to the project in the Google Cloud console, Billing."),
  PROJECT_DISABLED: us("The Google Cloud project is shut down: restore it in the console, or use another one."),
  MISSING_TOS: us(
    "Accept the terms of this API in the Google Cloud console, APIs & Services, signed in as the project's owner.",
  ),
  CONSUMER_SUSPENDED: us("Google has suspended the project: its owner was written to, and can appeal in the console."),
  CONSUMER_INVALID: us("The project of the credentials no longer exists: create credentials in an existing project."),
  USER_PROJECT_DENIED: us(
    "Give the user the role “Service Usage Consumer” in the project, in the Google Cloud console, IAM.",
  ),
  LFP_PROVIDER_NOT_FOUND: {
    who: "google",
    todo: "Google must list us as a local feeds partner of this country: apply for the programme there, and wait; then set HIGHSTREET_GOOGLE_LFP_PROVIDER.",
  },
  UNAUTHENTICATED: us("Google takes no token of this sign-in: sign in again as the owner of the business group."),
};

const ELSE = us("Look the code up in Google's documentation of this API.");

export const adviceOn = (reason: string | null): Advice => ADVICE[reason ?? ""] ?? ELSE;

export interface Finding {
  check: string;
  /** `wait`: nothing is wrong that a person can correct. */
  outcome: "good" | "wrong" | "wait";
  what: string;
  /** null: nothing is to do. */
  who: "us" | "shop" | "google" | null;
  todo: string | null;
}

type Look = () => Promise<Finding[]>;

export const good = (check: string, what: string): Finding => ({ check, outcome: "good", what, who: null, todo: null });

const STANDINGS: Record<Exclude<Standing, "good">, Pick<Finding, "outcome" | "who" | "todo">> = {
  in_review: { outcome: "wait", who: "google", todo: "Wait until Google has reviewed the profile." },
  unverified: { outcome: "wrong", who: "shop", todo: "Verify the business in its Business Profile." },
  conflict: {
    outcome: "wrong",
    who: "shop",
    todo: "Use the other profile of the same business, or ask for access to it.",
  },
  suspended: { outcome: "wrong", who: "shop", todo: "Appeal in the Business Profile: it breaks Google's guidelines." },
};

interface Locations {
  locations?: { name: string; title?: string; metadata?: { hasVoiceOfMerchant?: boolean } }[];
  nextPageToken?: string;
}

interface Quotas {
  quotaGroups?: {
    quotaUsage?: string;
    quotaLimit?: string;
    quotaMinuteLimit?: string;
    methodDetails?: { method: string }[];
  }[];
  nextPageToken?: string;
}

/** Checks everything that a channel needs, with calls that change nothing. A failed check does not stop the others. */
export async function examine(call: CallGoogle, settings: GoogleSettings): Promise<Finding[]> {
  const profiles = createProfiles(call);
  try {
    await createSignIn(settings).token();
  } catch (error) {
    // All other checks would fail for the same reason.
    return [wrong("Sign-in", error)];
  }

  const invitations: Look = async () => {
    const path = `/v1/${settings.businessGroup}/invitations`;
    const { invitations = [] } = await call<{ invitations?: object[] }>({ service: "accounts", method: "GET", path });
    return [good("Business group", `${settings.businessGroup}; ${invitations.length} invitations wait`)];
  };

  const standings: Look = async () => {
    const findings: Finding[] = [];
    let count = 0;
    const pages = pagesOf<Locations>(call, {
      service: "profiles",
      path: `/v1/${settings.businessGroup}/locations`,
      query: { readMask: "name,title,metadata", pageSize: "100" },
    });
    for await (const { locations = [] } of pages) {
      count += locations.length;
      for (const { name, title = "", metadata } of locations) {
        if (metadata?.hasVoiceOfMerchant) continue;
        const standing = (await profiles.readProfile(name.replace("locations/", "")))?.standing;
        if (!standing || standing === "good") continue;
        findings.push({ check: "Profiles", what: `${title} (${name}) is ${standing}`, ...STANDINGS[standing] });
      }
    }
    return [good("Profiles", `${count} that we manage, ${findings.length} in bad standing`), ...findings];
  };

  const merchantQuota: Look = async () => {
    const path = `/quota/v1/accounts/${settings.merchantAccount}/quotas`;
    for await (const { quotaGroups = [] } of pagesOf<Quotas>(call, { service: "merchant", path })) {
      const group = quotaGroups.find(({ methodDetails }) =>
        methodDetails?.some(({ method }) => method.toLowerCase() === "lfpinventories.insert"),
      );
      if (!group) continue;
      const [used, day, minute] = [group.quotaUsage, group.quotaLimit, group.quotaMinuteLimit].map(Number);
      const what = `${used} of ${day} items sent today; ${minute} a minute`;
      if (minute === undefined || settings.merchantPerMinute <= minute) return [good("Merchant quota", what)];
      const todo = `Set HIGHSTREET_GOOGLE_MERCHANT_PER_MINUTE to ${minute} or less (it is ${settings.merchantPerMinute}).`;
      return [{ check: "Merchant quota", outcome: "wrong", what, who: "us", todo }];
    }
    const what = "The account has no quota for local feeds.";
    const todo = "Wait until Google has made the account a local feeds partner's.";
    return [{ check: "Merchant quota", outcome: "wait", what, who: "google", todo }];
  };

  const adsAccount: Look = async () => {
    const { version, customer } = settings.ads;
    const { results = [] } = await call<{ results?: { customer: { currencyCode: string } }[] }>({
      service: "ads",
      method: "POST",
      path: `/${version}/customers/${customer}/googleAds:search`,
      body: { query: "SELECT customer.currency_code FROM customer" },
      isRepeatable: true,
    });
    const currency = results[0]?.customer.currencyCode;
    if (currency === "GBP") return [good("Ads account", `${customer}, in GBP`)];
    const { who, todo } = adviceOn("CURRENCY_NOT_GBP");
    return [{ check: "Ads account", outcome: "wrong", what: `${customer} is in ${currency}`, who, todo }];
  };

  const looks: [check: string, look: Look][] = [
    ["Business group", invitations],
    ["Profiles", standings],
    ["Merchant quota", merchantQuota],
    ["Ads account", adsAccount],
  ];
  const findings = [good("Sign-in", "Google takes our refresh token")];
  for (const [check, look] of looks) {
    findings.push(...(await look().catch((error: unknown) => [wrong(check, error)])));
  }
  return findings;
}

function wrong(check: string, error: unknown): Finding {
  if (!(error instanceof ProviderError)) throw error;
  const { who, todo } =
    error.kind === "unavailable" || error.kind === "quota"
      ? { who: "google" as const, todo: "Try again in a few minutes." }
      : adviceOn(error.reason);
  const outcome = who === "google" ? "wait" : "wrong";
  return { check, outcome, what: [error.reason, error.message].filter(Boolean).join(": "), who, todo };
}

/** Registers our Google Cloud project, once (Merchant API, registerGcp). */
export async function registerProject(
  call: CallGoogle,
  settings: GoogleSettings,
  developerEmail: string,
): Promise<void> {
  await call({
    service: "merchant",
    method: "POST",
    path: `/accounts/v1/accounts/${settings.merchantAccount}/developerRegistration:registerGcp`,
    body: { developerEmail },
    isRepeatable: true,
  });
}
