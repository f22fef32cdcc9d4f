import { z } from "zod";

/** The facts about a kind of shop system that the API needs. They load no code of the connector. */
export interface ConnectorInfo<Credential = unknown> {
  id: string;
  label: string;
  /** What a person pastes: an object of texts. */
  credential: z.ZodObject & z.ZodType<Credential>;
  /** Members of the credential that are never shown again. */
  secretMembers: readonly string[];
}

/** A member of a credential: what a person pastes, without the spaces around it. */
const pasted = (hint?: string, most = 200) =>
  z
    .string(hint)
    .trim()
    .max(most, `must be at most ${most.toLocaleString("en")} characters`);

const ofApp = (hint: string) =>
  z
    .string()
    .trim()
    .regex(/^[\w-]{1,200}$/, hint)
    .optional();

const tokenHint = "Paste the Admin API access token. The token starts with shpat_.";

/** One of two ways: the token of an app that was made in the Shopify admin, or the client of an app of the Dev Dashboard. */
const shopifyCredential = z
  .object({
    shop: pasted("Enter the name of the shop as in name.myshopify.com.")
      .toLowerCase()
      .regex(
        // `[/]`, because generators of clients write the pattern into code as it is, and `\/` is no escape there.
        /^(?:https:[/]{2})?[a-z0-9][a-z0-9-]*(?:\.myshopify\.com[/]?)?$/,
        "Enter the name of the shop as in name.myshopify.com.",
      )
      .transform((shop) => shop.replace(/^https:\/\/|\.myshopify\.com\/?$/g, ""))
      .describe("Name of the shop, as in `name.myshopify.com`"),
    accessToken: pasted()
      .regex(/^[\w-]+$/, tokenHint)
      .refine((token) => !token.startsWith("shpss_"), tokenHint)
      .optional()
      .describe("Admin API access token, `shpat_…`. Without it, send `clientId` and `clientSecret`"),
    clientId: ofApp("Paste the client ID of the app.").describe("Client ID of an app of the Dev Dashboard"),
    clientSecret: ofApp("Paste the client secret of the app.").describe("Client secret of the same app"),
  })
  .refine(({ accessToken, clientId, clientSecret }) => accessToken !== undefined || (clientId && clientSecret), {
    path: ["clientId"],
    message: "Paste the client ID and the client secret of the app, or an access token.",
  });
export type ShopifyCredential = z.infer<typeof shopifyCredential>;

export const shopifyInfo = {
  id: "shopify",
  label: "Shopify",
  credential: shopifyCredential,
  secretMembers: ["accessToken", "clientSecret"],
} satisfies ConnectorInfo<ShopifyCredential>;

const squareCredential = z.object({
  accessToken: pasted("Paste the access token of the Square application.", 2_000)
    .min(1, "Paste the access token of the Square application.")
    .regex(/^[\x21-\x7e]*$/, "The access token has no spaces. Copy the whole token again.")
    .describe("Access token of the Square application"),
});
export type SquareCredential = z.infer<typeof squareCredential>;

export const squareInfo = {
  id: "square",
  label: "Square",
  credential: squareCredential,
  secretMembers: ["accessToken"],
} satisfies ConnectorInfo<SquareCredential>;

const wooCommerceCredential = z.object({
  url: pasted("Paste the address of the shop, such as https://shop.example.", 2_000)
    .transform((text, ctx) => {
      const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
      if (url?.protocol === "https:" && !url.username && !url.password) {
        return url.origin + url.pathname.replace(/\/(?:wp-json|wp-admin)(?:\/.*)?$/, "").replace(/\/+$/, "");
      }
      ctx.addIssue("The address must start with https://, such as https://shop.example.");
      return z.NEVER;
    })
    .describe("https address of the shop"),
  consumerKey: pasted("Paste the consumer key.")
    .regex(/^ck_\w+$/, "The consumer key starts with ck_.")
    .describe("Consumer key of the REST API, with the permission to read, `ck_…`"),
  consumerSecret: pasted("Paste the consumer secret.")
    .regex(/^cs_\w+$/, "The consumer secret starts with cs_.")
    .describe("Consumer secret of the same key, `cs_…`"),
});
export type WooCommerceCredential = z.infer<typeof wooCommerceCredential>;

export const wooCommerceInfo = {
  id: "woocommerce",
  label: "WooCommerce",
  credential: wooCommerceCredential,
  secretMembers: ["consumerKey", "consumerSecret"],
} satisfies ConnectorInfo<WooCommerceCredential>;

/** Schemas of the API use this list, so that browsers load no connector. */
export const catalogue: readonly ConnectorInfo[] = [shopifyInfo, squareInfo, wooCommerceInfo];
