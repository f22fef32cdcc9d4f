import { lookup } from "node:dns/promises";
import { setTimeout } from "node:timers/promises";
import type { Settings } from "../context.ts";
import { validationFailed } from "../errors.ts";
import { literalAddress, mayConnect } from "./check-address.ts";

const DNS_DEADLINE_MS = 2_000;

const refused = (message: string) =>
  validationFailed([{ pointer: "/parameters/webhookUrl", code: "InvalidValue", message }]);

/** All addresses of a name; none when it does not resolve, or not in time. */
async function addressesOf(name: string): Promise<string[]> {
  const late = new AbortController();
  const found = lookup(name, { all: true }).then(
    (answers) => answers.map((answer) => answer.address),
    // A name that does not resolve yet is no fault of the request: its ping fails, and says so.
    () => [],
  );
  const deadline = setTimeout(DNS_DEADLINE_MS, [], { signal: late.signal }).catch(() => []);
  try {
    return await Promise.race([found, deadline]);
  } finally {
    late.abort();
  }
}

/**
 * Whether a webhook URL may be called (contract §5, webhooks). Looked at again at every connection, for names change.
 * @throws ValidationFailed
 */
export async function checkWebhookUrl(text: string, settings: Settings): Promise<void> {
  const url = new URL(text);
  const isLocal = url.protocol === "http:";
  if (isLocal && !settings.allowLocalWebhooks) throw refused("must be an https URL");
  const literal = literalAddress(url);
  const addresses = literal ? [literal] : await addressesOf(url.hostname);
  if (isLocal && !addresses.length) throw refused("must be an https URL (http leads to this machine alone)");
  if (addresses.every((address) => mayConnect(url.protocol, address, settings))) return;
  throw refused(
    isLocal
      ? "must be an https URL (http leads to this machine alone)"
      : "leads to an address that is private, loopback, link-local or reserved",
  );
}
