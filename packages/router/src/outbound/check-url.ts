import type { Settings } from "../kernel/context.ts";
import { validationFailed } from "../kernel/errors.ts";
import { addressesOf } from "./addresses-of.ts";
import { literalAddress, mayConnect } from "./check-address.ts";

const notHttps = "must begin with https://";
/** Where local webhooks are allowed. */
const notLocal = "must begin with https://; http:// is for this machine alone, such as http://127.0.0.1:3000/";
const notPublic =
  "leads to a private, loopback, link-local or reserved address; it must lead to one that the public internet reaches";

/**
 * Whether a URL that a request names may be called (contract §5, webhooks; feeds are fetched by the same rule). Looked at
 * again at every connection, for names change.
 * @param pointer where it stands in the request's body
 * @throws ValidationFailed
 */
export async function checkUrl(text: string, pointer: string, settings: Settings): Promise<void> {
  const refused = (message: string) => validationFailed([{ pointer, code: "InvalidValue", message }]);
  const url = new URL(text);
  const isLocal = url.protocol === "http:";
  if (isLocal && !settings.allowLocalWebhooks) throw refused(notHttps);
  const literal = literalAddress(url);
  // A name that does not resolve yet is no fault of the request: the first call of it fails, and says so.
  const addresses = literal ? [literal] : await addressesOf(url.protocol, url.hostname, settings).catch(() => []);
  if (isLocal && !addresses.length) throw refused(notLocal);
  if (addresses.every((address) => mayConnect(url.protocol, address, settings))) return;
  throw refused(isLocal ? notLocal : notPublic);
}
