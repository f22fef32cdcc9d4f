#!/usr/bin/env node
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createHighstreet, type Highstreet } from "./create-highstreet.ts";
import { HighstreetError } from "./problem.ts";
import type { Schemas } from "./verify-webhook.ts";

const HELP = `Sends the events of stores to a receiver on this machine, as webhook calls, while it runs. It writes nothing.

highstreet listen --key hs_… --forward http://localhost:3000/hooks
  --key         API key with the scopes retailers:read and channels:read; default: HIGHSTREET_KEY
  --forward     address of your receiver
  --url         address of Highstreet; default: HIGHSTREET_URL, or http://localhost:4000
  --retailer    only the stores of this retailer
  --store       only this store of the retailer; several times for several stores
  --since       begins after this sequence; default: with the next event
  --actions     only these kinds of events: inventory.update,channel.update
  --secret      signs the calls; default: a new one, which is printed`;

const MAX_STORES = 25;
/** Stores whose events are read at the same time. */
const MAX_READS = 5;
const POLL_MS = 1_000;
/** Before the second, third and fourth try. */
const WAITS_MS = [1_000, 5_000, 30_000];
const CALL_MS = 10_000;

interface Store {
  retailerId: string;
  storeId: string;
}

interface Settings {
  forward: string;
  secret: string;
  since?: string | undefined;
  actions?: ReadonlySet<string> | undefined;
}

class UsageError extends Error {}

const say = (...words: unknown[]): void => console.log(words.join("  "));

/** The stores that the options name, else all that the key can read. @throws UsageError for none, or more than 25 */
async function storesOf(highstreet: Highstreet, retailer: string | undefined, named: string[]): Promise<Store[]> {
  if (named.length && retailer === undefined) throw new UsageError("--store needs --retailer.");
  const found: Store[] = named.map((storeId) => ({ retailerId: String(retailer), storeId }));
  const retailers = retailer === undefined ? highstreet.pages("/retailers") : [{ id: retailer }];
  if (!named.length) {
    for await (const { id: retailerId } of retailers) {
      const stores = highstreet.pages("/retailers/{retailerId}/stores", { params: { path: { retailerId } } });
      for await (const { id } of stores) if (found.push({ retailerId, storeId: id }) > MAX_STORES) break;
      if (found.length > MAX_STORES) break;
    }
  }
  if (!found.length) throw new UsageError("The key can read no store.");
  if (found.length <= MAX_STORES) return found;
  throw new UsageError(`There are more than ${MAX_STORES} stores: name some with --retailer and --store.`);
}

/** Warns of a key that can write. A dry run with an empty body fails by its scope before its body, and changes nothing. */
async function warnOfScopes({ dryRun }: Highstreet, path: Store): Promise<void> {
  const tryOut = dryRun as (...call: unknown[]) => Promise<{ error?: { status: number } }>;
  const writes = {
    "retailers:write": ["PATCH", "/retailers/{retailerId}"],
    "inventory:write": ["PATCH", "/retailers/{retailerId}/stores/{storeId}/inventory/stock"],
    "channels:write": ["POST", "/retailers/{retailerId}/stores/{storeId}/channels"],
    "keys:write": ["POST", "/keys"],
  };
  const asked = Object.entries(writes).map(async ([scope, operation]) => {
    const { error } = await tryOut(...operation, { body: {}, params: { path } });
    return error?.status === 422 ? [scope] : [];
  });
  const scopes = (await Promise.all(asked)).flat();
  if (scopes.length) say(`Warning: this key can write (${scopes.join(", ")}). A key on a laptop should only read.`);
}

const hmac = (secret: string, text: string, encoding: "hex" | "base64"): string =>
  createHmac("sha256", secret).update(text).digest(encoding);

/** Prices have two decimals, as in webhook calls. The quote of a text would be escaped, so only members match. */
const bodyOf = (action: string, data: unknown): string =>
  JSON.stringify({ action, data }).replace(
    /"price":(\d+(?:\.\d+)?)/g,
    (_, price: string) => `"price":${Number(price).toFixed(2)}`,
  );

interface Call {
  id: string;
  sequence: number;
  body: string;
}

/** One call, with the headers of a webhook. @returns the status, or why there is none */
async function send({ forward, secret }: Settings, { id, sequence, body }: Call): Promise<number | string> {
  const at = String(Math.floor(Date.now() / 1_000));
  try {
    const answer = await fetch(forward, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(CALL_MS),
      headers: {
        "content-type": "application/json",
        "user-agent": "Highstreet-Webhooks/1",
        "x-webhook-sequence": String(sequence),
        "x-webhook-signature": hmac(secret, body, "hex"),
        "webhook-id": id,
        "webhook-timestamp": at,
        "webhook-signature": `v1,${hmac(secret, `${id}.${at}.${body}`, "base64")}`,
      },
      body,
    });
    await answer.body?.cancel();
    return answer.status;
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return name === "TimeoutError" ? "no answer in 10 s" : (cause?.code ?? String(error));
  }
}

/** Sends a call until a 2xx, at most four times, and prints each answer. */
async function forward(settings: Settings, call: Call, what: string): Promise<void> {
  for (const wait of [...WAITS_MS, undefined]) {
    const began = performance.now();
    const answer = await send(settings, call);
    const ms = `${Math.round(performance.now() - began)} ms`;
    const isDone = typeof answer === "number" && answer >= 200 && answer < 300;
    say(what, answer, ms, isDone ? "" : wait === undefined ? "given up" : `again in ${wait / 1_000} s`);
    if (isDone || wait === undefined) return;
    await sleep(wait);
  }
}

type Event = Schemas["EventRecord"];

/** @param after a sequence, or one with `p` for the events before it; undefined: from the oldest event. @throws HighstreetError */
async function eventsOf(
  highstreet: Highstreet,
  path: Store,
  after: string | undefined,
  size: number,
): Promise<Event[]> {
  const { data, error, response } = await highstreet.GET("/retailers/{retailerId}/stores/{storeId}/events", {
    params: { path, query: { "page[after]": after, "page[size]": size } },
  });
  if (error) throw new HighstreetError(error, response);
  return data?.data ?? [];
}

/** The sequence of the newest event; undefined while there is none. */
async function newest(highstreet: Highstreet, store: Store): Promise<string | undefined> {
  const [event] = await eventsOf(highstreet, store, "p999999999999999", 1);
  return event && String(event.sequence);
}

/** Whether the same call can work later: the service is not reachable, ends, or limits. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof HighstreetError) || error.problem.status >= 500 || error.problem.status === 429;

/** Follows one store for ever. A call begins after the answer to the call before it. */
async function follow(highstreet: Highstreet, store: Store, settings: Settings, take: Turns): Promise<never> {
  const { retailerId, storeId } = store;
  let position = settings.since ?? (await take(() => newest(highstreet, store)));
  const ping = bodyOf("webhook.enabled", { retailer: { id: retailerId }, store: { id: storeId } });
  await forward(settings, { id: `test_${storeId}_${randomUUID()}`, sequence: 0, body: ping }, "webhook.enabled");
  for (;;) {
    try {
      const events = await take(() => eventsOf(highstreet, store, position, 1_000));
      for (const { sequence, action, data } of events) {
        const call = { id: `evt_${storeId}_${sequence}`, sequence, body: bodyOf(action, data) };
        const barcode = typeof data.barcode === "string" ? data.barcode : "";
        if (!settings.actions || settings.actions.has(action)) await forward(settings, call, `${action} ${barcode}`);
        position = String(sequence);
      }
    } catch (error) {
      const isExpired = error instanceof HighstreetError && error.problem.code === "EventsExpired";
      if (!isExpired && !isPassing(error)) throw error;
      say(`Store ${storeId}: ${messageOf(error)}`);
      if (isExpired) {
        position = await take(() => newest(highstreet, store));
        say(`Store ${storeId}: goes on with the next event. Read the items once, as after each gap.`);
      }
    }
    await sleep(POLL_MS);
  }
}

type Turns = <Result>(read: () => Promise<Result>) => Promise<Result>;

/** Runs at most so many reads at the same time. */
function createTurns(places: number): Turns {
  const lanes: Promise<unknown>[] = Array.from({ length: places }, async () => undefined);
  let next = 0;
  return (read) => {
    const lane = next++ % places;
    const done = (lanes[lane] as Promise<unknown>).then(read);
    lanes[lane] = done.catch(() => undefined);
    return done;
  };
}

async function listen(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      key: text,
      forward: text,
      url: text,
      retailer: text,
      since: text,
      actions: text,
      secret: text,
      store: { ...text, multiple: true },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return say(HELP);
  const { key = process.env.HIGHSTREET_KEY, url = process.env.HIGHSTREET_URL ?? "http://localhost:4000" } = values;
  const isListen = positionals.join() === "listen";
  const lacks = [
    !isListen && "the command listen",
    !key && "--key",
    !URL.canParse(values.forward ?? "") && "--forward",
  ];
  const missing = lacks.filter(Boolean).join(" and ");
  if (missing || !key) throw new UsageError(`${HELP}\n\nMissing or wrong: ${missing}`);
  const secret = values.secret ?? randomBytes(16).toString("hex");
  const actions = values.actions === undefined ? undefined : new Set(values.actions.split(","));
  const settings = { forward: String(values.forward), secret, since: values.since, actions };
  const highstreet = createHighstreet({ baseUrl: url, apiKey: key });
  const stores = await storesOf(highstreet, values.retailer, values.store ?? []);
  const [first] = stores;
  if (first) await warnOfScopes(highstreet, first);
  say(`Secret: ${secret}`);
  say(`Sends the events of ${stores.length === 1 ? "1 store" : `${stores.length} stores`} to ${settings.forward}`);
  const take = createTurns(MAX_READS);
  await Promise.all(stores.map((store) => follow(highstreet, store, settings, take)));
}

function messageOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { message?: string } };
  return cause?.message ? `${message} (${cause.message})` : message;
}

listen(process.argv.slice(2)).catch((error: unknown) => {
  console.error(messageOf(error));
  process.exit(1);
});
