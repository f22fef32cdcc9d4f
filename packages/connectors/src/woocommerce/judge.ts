import { z } from "zod";
import { ConnectorError } from "../connector-error.ts";
import type { Judgement, ShopAnswer } from "../http.ts";

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

/** Reads the errors of WooCommerce, of WordPress and of the web server before them. */
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
