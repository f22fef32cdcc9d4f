import { z } from "zod";

const digits = z.string().regex(/^[0-9]+$/, "must be digits");

/** The settings for Google. docs/google.md explains each of them. */
const Environment = z.object({
  HIGHSTREET_GOOGLE_CLIENT_ID: z.string().min(1),
  HIGHSTREET_GOOGLE_CLIENT_SECRET: z.string().min(1),
  HIGHSTREET_GOOGLE_REFRESH_TOKEN: z.string().min(1),
  HIGHSTREET_GOOGLE_BUSINESS_GROUP: digits,
  HIGHSTREET_GOOGLE_BUSINESS_EMAIL: z.email(),
  HIGHSTREET_GOOGLE_MERCHANT_ACCOUNT: digits,
  HIGHSTREET_GOOGLE_LFP_PROVIDER: digits,
  HIGHSTREET_GOOGLE_CONTACT_NAME: z.string().min(1),
  HIGHSTREET_GOOGLE_CONTACT_EMAIL: z.email(),
  HIGHSTREET_GOOGLE_ADS_CUSTOMER: digits,
  HIGHSTREET_GOOGLE_ADS_LOGIN_CUSTOMER: digits.optional(),
  HIGHSTREET_GOOGLE_ADS_DEVELOPER_TOKEN: z.string().min(1),
  HIGHSTREET_GOOGLE_ADS_VERSION: z
    .string()
    .regex(/^v[0-9]+$/, "must be like v25")
    .default("v25"),
  HIGHSTREET_GOOGLE_MERCHANT_PER_MINUTE: z.coerce.number().int().min(1).default(300),
  HIGHSTREET_GOOGLE_STOREFRONT_URL: z.string().optional(),
  HIGHSTREET_GOOGLE_URL: z.url().optional(),
});

export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** Token of a user who owns the business group and administers the merchant account and the ads account. */
  refreshToken: string;
  /** `accounts/{id}` of the business group that retailers invite. */
  businessGroup: string;
  /** The e-mail address of the owner of the business group. */
  businessEmail: string;
  /** Our own Merchant Center account. It belongs to a local feeds partner. */
  merchantAccount: string;
  /** Our id among the local feeds partners. */
  lfpProvider: string;
  /** The person that Google contacts when it checks a retailer's stock. */
  contact: { name: string; email: string };
  ads: { customer: string; loginCustomer: string | null; developerToken: string; version: string };
  /** Calls per minute at the Merchant API. `npm run doctor` shows the actual limit. */
  merchantPerMinute: number;
  /** A URL with `{merchantId}` and `{storeCode}`, which no API returns; null: the channel shows no storefront. */
  storefrontUrl: string | null;
  /** Origin of the replacement for all of Google's hosts; null: Google itself. */
  standIn: string | null;
}

/** @throws Error that names all missing or wrong settings, but no values */
export function readGoogleSettings(env: Record<string, string | undefined>): GoogleSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const read = Environment.safeParse(given);
  if (!read.success) {
    const lines = read.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return `${name} ${given[name] ? message : "is missing"}`;
    });
    throw new Error(`Google cannot be reached with these settings: ${lines.join("; ")}`);
  }
  const of = read.data;
  return {
    clientId: of.HIGHSTREET_GOOGLE_CLIENT_ID,
    clientSecret: of.HIGHSTREET_GOOGLE_CLIENT_SECRET,
    refreshToken: of.HIGHSTREET_GOOGLE_REFRESH_TOKEN,
    businessGroup: `accounts/${of.HIGHSTREET_GOOGLE_BUSINESS_GROUP}`,
    businessEmail: of.HIGHSTREET_GOOGLE_BUSINESS_EMAIL,
    merchantAccount: of.HIGHSTREET_GOOGLE_MERCHANT_ACCOUNT,
    lfpProvider: of.HIGHSTREET_GOOGLE_LFP_PROVIDER,
    contact: { name: of.HIGHSTREET_GOOGLE_CONTACT_NAME, email: of.HIGHSTREET_GOOGLE_CONTACT_EMAIL },
    ads: {
      customer: of.HIGHSTREET_GOOGLE_ADS_CUSTOMER,
      loginCustomer: of.HIGHSTREET_GOOGLE_ADS_LOGIN_CUSTOMER ?? null,
      developerToken: of.HIGHSTREET_GOOGLE_ADS_DEVELOPER_TOKEN,
      version: of.HIGHSTREET_GOOGLE_ADS_VERSION,
    },
    merchantPerMinute: of.HIGHSTREET_GOOGLE_MERCHANT_PER_MINUTE,
    storefrontUrl: of.HIGHSTREET_GOOGLE_STOREFRONT_URL ?? null,
    standIn: of.HIGHSTREET_GOOGLE_URL ?? null,
  };
}
