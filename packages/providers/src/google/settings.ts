import { z } from "zod";

const text = (meaning: string) => z.string().min(1).meta({ description: meaning });
const digits = (meaning: string) =>
  z
    .string()
    .regex(/^[0-9]+$/, "must be digits")
    .meta({ description: meaning });

/** docs/google.md explains where to find each of them. */
const Environment = z.object({
  HIGHSTREET_GOOGLE_CLIENT_ID: text("Google: the id of our client for sign-in"),
  HIGHSTREET_GOOGLE_CLIENT_SECRET: text("Google: the secret of this client"),
  HIGHSTREET_GOOGLE_REFRESH_TOKEN: text("Google: the token of the user who owns our accounts"),
  HIGHSTREET_GOOGLE_BUSINESS_GROUP: digits("Google: the number of our business group"),
  HIGHSTREET_GOOGLE_BUSINESS_EMAIL: z.email().meta({ description: "Google: the address that owns the business group" }),
  HIGHSTREET_GOOGLE_MERCHANT_ACCOUNT: digits("Google: the number of our merchant account"),
  HIGHSTREET_GOOGLE_LFP_PROVIDER: digits("Google: our number among the local feeds partners"),
  HIGHSTREET_GOOGLE_CONTACT_NAME: text("Google: the person to ask about the stock of a shop"),
  HIGHSTREET_GOOGLE_CONTACT_EMAIL: z.email().meta({ description: "Google: the e-mail address of this person" }),
  HIGHSTREET_GOOGLE_ADS_CUSTOMER: digits("Google: the number of our ads account"),
  HIGHSTREET_GOOGLE_ADS_LOGIN_CUSTOMER: digits("Google: the manager account of the ads account").optional(),
  HIGHSTREET_GOOGLE_ADS_DEVELOPER_TOKEN: text("Google: the developer token of the ads account"),
  HIGHSTREET_GOOGLE_ADS_VERSION: z
    .string()
    .regex(/^v[0-9]+$/, "must be like v25")
    .default("v25")
    .meta({ description: "Google: the version of the ads API" }),
  HIGHSTREET_GOOGLE_MERCHANT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(300)
    .meta({ description: "Google: calls per minute of the merchant account" }),
  HIGHSTREET_GOOGLE_STOREFRONT_URL: text(
    "Google: the hosted storefront, with `{merchantId}` and `{storeCode}`",
  ).optional(),
  HIGHSTREET_GOOGLE_URL: z.url().meta({ description: "Google: a replacement for all of its hosts" }).optional(),
});

export const googleNames = Object.entries(Environment.shape).map(([name, schema]) => {
  const inner: z.ZodType = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  const standard = schema instanceof z.ZodDefault ? { default: String(schema.def.defaultValue) } : {};
  return { name, meaning: inner.meta()?.description ?? "", ...standard };
});

const givenIn = (env: Record<string, string | undefined>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value));

/** One line for each wrong setting, without values. */
export function googleProblems(env: Record<string, string | undefined>): string[] {
  const given = givenIn(env);
  const issues = Environment.safeParse(given).error?.issues ?? [];
  return issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `${name} ${given[name] ? message : "is missing"}`;
  });
}

/** @throws Error that names all wrong settings, without values */
export function readGoogleSettings(env: Record<string, string | undefined>) {
  const { data: of } = Environment.safeParse(givenIn(env));
  if (!of) throw new Error(`Google cannot be reached with these settings: ${googleProblems(env).join("; ")}`);
  return {
    clientId: of.HIGHSTREET_GOOGLE_CLIENT_ID,
    clientSecret: of.HIGHSTREET_GOOGLE_CLIENT_SECRET,
    /** Of a user who owns the business group and administers the merchant account and the ads account. */
    refreshToken: of.HIGHSTREET_GOOGLE_REFRESH_TOKEN,
    /** Retailers invite it. */
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
    /** `npm run doctor` shows the actual limit. */
    merchantPerMinute: of.HIGHSTREET_GOOGLE_MERCHANT_PER_MINUTE,
    /** With `{merchantId}` and `{storeCode}`. No API returns it. */
    storefrontUrl: of.HIGHSTREET_GOOGLE_STOREFRONT_URL ?? null,
    standIn: of.HIGHSTREET_GOOGLE_URL ?? null,
  };
}

export type GoogleSettings = ReturnType<typeof readGoogleSettings>;
