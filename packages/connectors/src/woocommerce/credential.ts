import { z } from "zod";
import type { ConnectorInfo } from "../connector-info.ts";

const credential = z.object({
  url: z
    .string("Paste the address of the shop, such as https://shop.example.")
    .trim()
    .max(2_000, "must be at most 2,000 characters")
    .transform((text, ctx) => {
      const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
      if (url?.protocol === "https:" && !url.username && !url.password) {
        return url.origin + url.pathname.replace(/\/(?:wp-json|wp-admin)(?:\/.*)?$/, "").replace(/\/+$/, "");
      }
      ctx.addIssue("The address must start with https://, such as https://shop.example.");
      return z.NEVER;
    }),
  consumerKey: z
    .string("Paste the consumer key.")
    .trim()
    .max(200, "must be at most 200 characters")
    .regex(/^ck_\w+$/, "The consumer key starts with ck_."),
  consumerSecret: z
    .string("Paste the consumer secret.")
    .trim()
    .max(200, "must be at most 200 characters")
    .regex(/^cs_\w+$/, "The consumer secret starts with cs_."),
});
export type Credential = z.infer<typeof credential>;

export const info = {
  id: "woocommerce",
  label: "WooCommerce",
  credential,
  secretMembers: ["consumerKey", "consumerSecret"],
} satisfies ConnectorInfo<Credential>;
