import { readFileSync } from "node:fs";
import { maxHeaderSize } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createDocument } from "../src/openapi/document.ts";

const root = join(import.meta.dirname, "../../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** The number that a source file has behind a text: `24 * 3_600_000`, `200 << 20`. */
function inCode(path: string, before: string): number {
  const text = read(path);
  const at = text.indexOf(before);
  expect([path, before, at >= 0]).toEqual([path, before, true]);
  const [expression = ""] = /^[\d_ *<]+/.exec(text.slice(at + before.length)) ?? [];
  return expression
    .replaceAll("_", "")
    .split("*")
    .filter((factor) => factor.trim())
    .map((factor) => factor.split("<<").map(Number))
    .reduce((product, [number = 0, shift = 0]) => product * number * 2 ** shift, 1);
}

const router = "packages/router/src";
const feeds = "packages/feeds/src";
const constants = {
  json: `${feeds}/json/survey-json.ts`,
  quotas: `${router}/access/quotas.ts`,
  settings: `${router}/config/declared.ts`,
  retries: "packages/delivery/src/record/retry-schedule.ts",
  editLimits: `${router}/core/items/edit-limits.schema.ts`,
};

const MiB = 2 ** 20;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const { schemas } = createDocument().components;
/** A bound of a property of a body in the document. */
function inSchema(name: string, path: string[], bound: string): number {
  let part: unknown = schemas[name];
  for (const step of path) part = (part as Record<string, unknown>)[step];
  const found = JSON.stringify(part).match(new RegExp(`"${bound}":(\\d+)`))?.[1];
  return Number(found);
}
const ofBody = (name: string, property: string, bound = "maxLength") => inSchema(name, ["properties", property], bound);

const inDays = (name: string): number =>
  Number(new RegExp(`"${name}", "[^"]+", "(\\d+)"`).exec(read(constants.settings))?.[1]);

const numbers: Record<string, number[]> = {
  "Calls a second with one key": [
    Number(/HIGHSTREET_RATE_LIMIT"[\s\S]{0,300}?default: "(\d+)"/.exec(read(constants.settings))?.[1]),
  ],
  "Calls a second of a network without a key, and of a widget": [
    inCode(`${router}/features/keys/authenticate.ts`, "OPEN_CALLS = "),
  ],
  "A JSON body": [inCode("apps/rest/src/call.ts", "BODY_LIMIT = ") / MiB],
  "The body of a batch of customizations": [
    inCode("apps/rest/src/operations/products.ts", 'postBatch",\n      limit: ') / MiB,
  ],
  "The body of a feed, also unpacked": [inCode(`${router}/core/feeds/feed-size.schema.ts`, "MAX_FEED_BYTES = ") / MiB],
  "The file of a picture": [inCode(`${router}/core/feeds/feed-size.schema.ts`, "MAX_PICTURE_BYTES = ") / MiB],
  "Megapixels of a picture": [inCode(`${feeds}/pictures/open-picture.ts`, "MAX_MEGAPIXELS = ")],
  "Rules of a retailer, and of one store": [
    inCode(`${router}/features/rules/rules.schema.ts`, "ofRetailer: "),
    inCode(`${router}/features/rules/rules.schema.ts`, "ofStore: "),
  ],
  "Conditions of a rule": [inCode(`${router}/features/rules/rules.schema.ts`, "MAX_CONDITIONS = ")],
  "Days of a pause": [inCode(`${router}/features/rules/change-shelf.ts`, "MAX_PAUSE_DAYS = ")],
  "Safety stock": [inCode(`${router}/core/stores/shelf.schema.ts`, "MAX_SAFETY_STOCK = ")],
  "The body of a rule": [inCode("apps/rest/src/operations/rules.ts", "limit: ") / 1024],
  "Bytes of the pictures of a partner": [inCode(constants.quotas, "pictures: ")],
  "Time for a feed to arrive": [inCode(`${router}/core/feeds/feed-size.schema.ts`, "MAX_UPLOAD_MS = ") / MINUTE],
  "Levels of a JSON body": [inCode(constants.json, "MAX_DEPTH = ")],
  "Values in a JSON body": [inCode(constants.json, "MAX_VALUES = ")],
  "Different names of members in a JSON body": [inCode(constants.json, "MAX_NAMES = ")],
  "Digits of a number": [inCode(constants.json, "MAX_DIGITS = ")],
  "Address and headers together": [maxHeaderSize / 1024],
  "Wrong fields in an answer": [inCode(`${router}/kernel/errors.ts`, "MAX_FIELD_ERRORS = ")],
  "Length of an `Idempotency-Key`": [inCode("apps/rest/src/call.ts", "key.length > ")],
  "Hours that an answer is kept for its `Idempotency-Key`": [
    inCode(`${router}/core/idempotency/run-once.ts`, "KEPT_MS = ") / HOUR,
  ],
  "Rows of a page": [
    inCode(`${router}/kernel/paging.schema.ts`, "queryInt(1, "),
    inCode(`${router}/core/log/events.schema.ts`, "queryInt(1, "),
  ],
  "Entries of each list of a dry run": [inCode(`${router}/features/dry-run/effects.sql.ts`, "MAX_LISTED = ")],
  "Wait for another write to the same store": [
    inCode("packages/db/src/timeouts.ts", "callTimeouts: Timeouts = { waitMs: ") / 1_000,
  ],
  "Retailers of a partner": [inCode(constants.quotas, "retailers: ")],
  "Stores of a partner": [inCode(constants.quotas, "stores: ")],
  "API keys of a partner": [inCode(constants.quotas, "keys: ")],
  "Sources of a partner, ended ones included": [inCode(constants.quotas, "sources: ")],
  "Webhook endpoints of a partner, and of a retailer": [inCode(constants.quotas, "endpoints: ")],
  "Changes of the address or the secret of a webhook endpoint": [
    inCode(`${router}/features/endpoints/internal/endpoint-record.ts`, "MAX_ADDRESSES = "),
  ],
  "Time to answer a call of an endpoint, most": [
    inCode(`${router}/features/endpoints/endpoints.schema.ts`, "MAX_TIMEOUT_SECONDS = "),
  ],
  "Calls a second to an endpoint that sets a limit, most": [
    inCode(`${router}/features/endpoints/endpoints.schema.ts`, "MAX_CALLS_PER_SECOND = "),
  ],
  "Events of a call to an endpoint, most": [
    inCode(`${router}/features/endpoints/endpoints.schema.ts`, "MAX_BATCH_SIZE = "),
  ],
  "Own headers of an endpoint, characters of a name, and of a value": ["HEADERS", "HEADER_NAME", "HEADER_VALUE"].map(
    (name) => inCode(`${router}/features/endpoints/endpoints.schema.ts`, `MAX_${name} = `),
  ),
  "Retailers, or stores, in the filter of an endpoint": [
    inCode(`${router}/features/endpoints/endpoints.schema.ts`, "MAX_FILTER_IDS = "),
  ],
  "Stores in the body of a new retailer": [ofBody("RetailerCreate", "stores", "maxItems")],
  "Stores in the record of a retailer or product": [
    inCode(`${router}/features/retailers/retailers.schema.ts`, "STORES_SHOWN = "),
    inCode(`${router}/features/shelf/shelf.schema.ts`, "PRODUCT_STORES = "),
  ],
  "Operations of a retailer that run at once": [
    inCode(`${router}/features/operations/internal/start-operation.ts`, "MAX_RUNNING = "),
  ],
  Barcode: [inCode(`${feeds}/lines/stock-line.ts`, "MAX_BARCODE_LENGTH = ")],
  "Title, brand, description and category of a rule": [
    ...["title: ", "brand: ", "description: "].map((name) => inCode(constants.editLimits, name)),
    inCode(`${router}/features/rules/rules.schema.ts`, "category: text("),
  ],
  "Title of an edit": [inCode(constants.editLimits, "title: ")],
  "Description of an edit": [inCode(constants.editLimits, "description: ")],
  "Brand of an edit": [inCode(constants.editLimits, "brand: ")],
  "Images of an edit": [inCode(constants.editLimits, "images: ")],
  "Address of an image, a file or a receiver": [inCode(`${feeds}/text.ts`, "MAX_URL_LENGTH = ")],
  "Name of a retailer or store": [ofBody("RetailerCreate", "name"), ofBody("StoreCreate", "name")],
  "`externalId`": [ofBody("RetailerCreate", "externalId"), ofBody("StoreCreate", "externalId")],
  "`openingHours`": [ofBody("StoreCreate", "openingHours")],
  "Daily budget of ads": [
    inCode(`${router}/features/channels/channels.schema.ts`, ".min("),
    inCode(`${router}/features/channels/channels.schema.ts`, '"must be at least £1 a day")\n    .max('),
  ],
  "Secret of webhooks": [12, 64],
  "Customizations of a batch, lines of a PATCH": [
    inCode(`${router}/features/customizations/customizations.schema.ts`, '"must hold at least one body")\n    .max('),
    inCode(`${router}/features/ingest/ingest.schema.ts`, '"must hold at least one line")\n    .max('),
  ],
  "Lines of a file": [inCode(`${feeds}/read-records.ts`, "MAX_LINES = ")],
  "Sheets of a workbook": [inCode(`${feeds}/xlsx/open-workbook.ts`, "MAX_SHEETS = ")],
  "Processor time to read a file": [inCode(`${feeds}/parsers/parser-main.ts`, "MAX_SECONDS = ")],
  "Rejected lines that are kept": [inCode(`${feeds}/lines/feed-line.ts`, "MAX_KEPT = ")],
  "Minutes between two fetches of a file": [
    inCode(`${router}/features/sources/source-facts.schema.ts`, "min: "),
    inCode(`${router}/features/sources/source-facts.schema.ts`, "max: "),
  ],
  "Time for a fetched file to arrive": [
    inCode("apps/worker/src/feed-fetcher.ts", "silenceMs: 30_000, wholeMs: ") / MINUTE,
  ],
  "Members of a line of a PATCH": [inCode(`${router}/features/ingest/internal/patch-members.ts`, "MAX_MEMBERS = ")],
  "Time to answer a call": [inCode("packages/delivery/src/constants.ts", "CALL_DEADLINE_MS = ") / 1_000],
  "Calls of an event": [
    inCode(constants.retries, "MAX_TRIES = "),
    inCode(constants.retries, "waits = ["),
    inCode(constants.retries, "SECOND, "),
    inCode(constants.retries, "MINUTE, "),
    100 * 0.1,
  ],
  "Longest wait that a `Retry-After` can ask for": [inCode(constants.retries, "HOUR = ")],
  "Time between calls to an address that did not accept `webhook.enabled` four times": [
    inCode(constants.retries, "HOUR = "),
  ],
  "Failed calls in a row until `WebhookEndpointFailing`": [
    inCode("packages/delivery/src/constants.ts", "FAILURES_UNTIL_PAUSE = "),
  ],
  "Events and deliveries": [inDays("HIGHSTREET_RETENTION_DAYS")],
  "Ingests and their rejected lines": [inDays("HIGHSTREET_INGEST_DAYS")],
  History: [inDays("HIGHSTREET_HISTORY_DAYS")],
  "API keys after their end": [inDays("HIGHSTREET_KEY_DAYS")],
  "No feed and no PATCH of a store": [
    inCode(`${router}/features/sources/disconnect-silent-sources.ts`, "SILENT_MS = ") / HOUR,
  ],
  "No feed and no PATCH names an item, while feeds arrive": [
    inCode(`${router}/features/ingest/internal/apply-stock.ts`, "UNSEEN_MS = ") / DAY,
  ],
  "What a feed has changed, for its undo": [
    inCode(`${router}/features/ingest/internal/feed-undo.ts`, "UNDO_MS = ") / HOUR,
  ],
  "Nobody saw the in-store widget": [inCode(`${router}/features/search/internal/channel-state.ts`, "WEEK_MS = ") / DAY],
  "A new secret of webhooks": [
    inCode(`${router}/features/webhooks/internal/signing-secrets.ts`, "OVERLAP_MS = ") / HOUR,
  ],
};

test("every limit of the page is the constant of the code, and every row of the page is compared", () => {
  const rows = [...read("docs/limits.md").matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)].filter(
    ([, label = ""]) => !/^(?:-+|Limit|Record|What)$/.test(label),
  );
  expect(rows.length).toBeGreaterThan(50);
  for (const [, label = "", cell = ""] of rows) {
    const stated = [...cell.matchAll(/\d[\d,]*/g)].map(([number]) => Number(number.replaceAll(",", "")));
    expect([label, [...new Set(stated)]]).toEqual([label, [...new Set(numbers[label])]]);
  }
  expect(Object.keys(numbers).length).toBe(rows.length);
});
