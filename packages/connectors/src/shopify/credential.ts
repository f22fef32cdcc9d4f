import { z } from "zod";
import type { ConnectorInfo } from "../connector-info.ts";

const tokenHint = "Paste the Admin API access token. The token starts with shpat_.";

/** One of two ways: the token of an app that was made in the Shopify admin, or the client of an app of the Dev Dashboard. */
const credential = z
  .object({
    shop: z
      .string("Enter the name of the shop as in name.myshopify.com.")
      .trim()
      .max(200, "must be at most 200 characters")
      .toLowerCase()
      .regex(
        // `[/]`, because generators of clients write the pattern into code as it is, and `\/` is no escape there.
        /^(?:https:[/]{2})?[a-z0-9][a-z0-9-]*(?:\.myshopify\.com[/]?)?$/,
        "Enter the name of the shop as in name.myshopify.com.",
      )
      .transform((shop) => shop.replace(/^https:\/\/|\.myshopify\.com\/?$/g, "")),
    accessToken: z
      .string()
      .trim()
      .max(200, "must be at most 200 characters")
      .regex(/^[\w-]+$/, tokenHint)
      .refine((token) => !token.startsWith("shpss_"), tokenHint)
      .optional(),
    clientId: z
      .string()
      .trim()
      .regex(/^[\w-]{1,200}$/, "Paste the client ID of the app.")
      .optional(),
    clientSecret: z
      .string()
      .trim()
      .regex(/^[\w-]{1,200}$/, "Paste the client secret of the app.")
      .optional(),
  })
  .refine(({ accessToken, clientId, clientSecret }) => accessToken !== undefined || (clientId && clientSecret), {
    path: ["clientId"],
    message: "Paste the client ID and the client secret of the app, or an access token.",
  });
export type Credential = z.infer<typeof credential>;

export const info = {
  id: "shopify",
  label: "Shopify",
  credential,
  secretMembers: ["accessToken", "clientSecret"],
} satisfies ConnectorInfo<Credential>;
