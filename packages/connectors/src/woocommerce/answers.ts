import { z } from "zod";
import type { Judgement, ShopAnswer } from "../http.ts";
import { ConnectorError, listOf } from "../limits.ts";

// Plugins send numbers or null where WooCommerce sends text.
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? "" : String(value).trim()));

const image = z.object({ src: z.string() });

const sold = z.object({
  id: z.number().int(),
  status: z.string(),
  sku: text,
  global_unique_id: text,
  price: text,
  manage_stock: z.union([z.boolean(), z.literal("parent")]),
  stock_quantity: z.number().nullable(),
  stock_status: z.string(),
});

export const productAnswer = sold.extend({
  name: text,
  type: z.string(),
  images: listOf(image),
  brands: listOf(z.object({ name: text })).optional(),
});
export type ProductAnswer = z.infer<typeof productAnswer>;

export const variationAnswer = sold.extend({
  image: image.nullish(),
  attributes: listOf(z.object({ option: text })),
});
export type VariationAnswer = z.infer<typeof variationAnswer>;

export const currencyAnswer = z.object({ code: z.string().regex(/^[A-Z]{3}$/) });

// Pairs of a name and its character. A space cannot stand here, so nbsp is apart.
const PAIRS =
  "amp & lt < gt > quot \" apos ' ndash – mdash — hellip … lsquo ‘ rsquo ’ ldquo “ rdquo ” bdquo „ laquo « raquo » bull • middot · deg ° times × euro € pound £ copy © reg ® trade ™";
const NAMED = new Map([
  ["nbsp", " "],
  ...[...PAIRS.matchAll(/(\w+) (\S)/g)].map(([, name, char]) => [name, char] as const),
]);

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return NAMED.get(name) ?? entity;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : entity;
  });
}

/** HTML as text: no tags, no scripts and styles, entities decoded, one line break after a block. Takes linear time. */
export function plainText(html: string): string {
  const [start = "", ...scripts] = html.split(/<(?:script|style)\b/i);
  const visible = start + scripts.map((part) => part.replace(/^[\s\S]*?(?:<\/(?:script|style)>|$)/i, "")).join("");
  const text = visible.replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h\d)\b[^<>]*>/gi, "\n").replace(/<[/!a-z][^<>]*>/gi, "");
  return decode(text)
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

const failure = z.object({ code: z.string().regex(/^\w{1,80}$/), message: z.string().catch("") });

const PERMALINKS = "In WordPress, Settings > Permalinks must not be “Plain”.";
const NEW_KEY = "Create a key in WooCommerce > Settings > Advanced > REST API, then paste the new key and secret.";

const refused = (message: string): Judgement => ({ error: new ConnectorError("refused", message) });

function refusedKey(status: number, code: string | undefined, message: string): Judgement {
  if (code === "woocommerce_rest_authentication_error") {
    return /read permission/i.test(message)
      ? refused("The key of WooCommerce has no Read permission. Set Permissions of the key to “Read”.")
      : refused(`WooCommerce does not accept the secret, or the key has no Read permission. ${NEW_KEY}`);
  }
  if (code === "woocommerce_rest_cannot_view") {
    return status === 403
      ? refused(`The user of the key may not see products; a Shop manager may. ${NEW_KEY}`)
      : refused(`WooCommerce does not accept the key, or the web server removes the Authorization header. ${NEW_KEY}`);
  }
  return refused(
    `The website refuses the call (${code ?? status}). A security plugin or a firewall must allow /wp-json/wc/v3.`,
  );
}

function redirected(location: string | undefined): Judgement {
  const target = URL.parse(location ?? "");
  const address = target ? `${target.origin}${target.pathname.split("/wp-json")[0]}` : "another address";
  return refused(`The website moves the call to ${address}. Paste the address that the browser shows for the shop.`);
}

export function judge({ status, headers, body }: ShopAnswer): Judgement {
  if (status === 200 && typeof body === "object") return {};
  if (status === 200) {
    const message = `The address answers with text instead of data. ${PERMALINKS}`;
    return { error: new ConnectorError("unexpected", message) };
  }
  const { code, message = "" } = failure.safeParse(body).data ?? {};
  if (status === 429) return { error: new ConnectorError("limited", "The website allows no more calls now.") };
  if (status >= 500) return { error: new ConnectorError("unavailable", `The website has a problem now (${status}).`) };
  if (status >= 300 && status < 400) return redirected(headers.location);
  if (status === 401 || status === 403) return refusedKey(status, code, message);
  if (code === "rest_no_route") {
    return refused("The address has WordPress without WooCommerce. Check the address, and turn the plugin on.");
  }
  if (status === 404) {
    return refused(`The address has no WooCommerce. Check the address, with the folder of the shop. ${PERMALINKS}`);
  }
  return { error: new ConnectorError("unexpected", `WooCommerce gave an unknown answer (${code ?? status}).`) };
}
