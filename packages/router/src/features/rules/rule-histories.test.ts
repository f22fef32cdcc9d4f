import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing/canary";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPeriods, settleSql } from "../../core/rules/index.ts";
import { createCaller } from "../../router.ts";
import { settleDueShelvesOf } from "./settle-due-shelves.ts";

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.close());

const HISTORIES = rounds(10_000, 30);

// The model computes everything from scratch and shares no code with the product.

const channels = ["search", "local_ads", "webhooks"] as const;
type Channel = (typeof channels)[number];
const keys = ["5012345678900", "mug", "96385074", "2012345678903"];
const gtins = new Set(["5012345678900", "96385074"]);
const titles = [
  null,
  "Ham",
  "Shampoo 100%",
  "Desk lamp",
  "CAFÉ crème_x",
  "İ ß\\",
  "A {brand} {title} %1$s",
  "Long ".repeat(29).trim(),
];
const brands = [null, "Lumen", "LUMEN", "ß&Co"];

interface Stock {
  price: number;
  quantity: number | null;
  condition: string;
}
interface Data {
  title: string | null;
  brand: string | null;
  image: string | null;
  category: string | null;
}
interface Edit {
  hidden?: boolean | null;
  channels?: readonly string[] | null;
  title?: string | null;
  brand?: string | null;
  description?: string | null;
  image?: readonly string[] | null;
}
const textFields = ["title", "brand", "description", "category"] as const;
type TextField = (typeof textFields)[number];
interface Rule {
  id: string;
  store: number | null;
  on: boolean;
  when: { all: Condition[] } | { any: Condition[] };
  effect: Effect;
  name: string;
  period: Period | null;
}
/** Days, or times in RFC 3339. */
interface Period {
  from?: string;
  until?: string;
  weekdays?: string[];
}
type Effect =
  | { hidden: boolean }
  | { onlyIn: Channel[] }
  | { notIn: Channel[] }
  | { safetyStock: number }
  | { [Field in TextField]: Record<Field, string> }[TextField];
interface Shelf {
  paused?: { channels: readonly Channel[] | null; until: number } | undefined;
  safety: Partial<Record<"all" | Channel, number>>;
}
// biome-ignore lint/suspicious/noExplicitAny: a condition has one of many members.
type Condition = Record<string, any>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/** In Beirut it is tomorrow already. A day later the clocks go back: there from midnight to 23:00, then in London, then in New York. */
const START = Date.parse("2026-10-23T21:30:00Z");
const clocks: Record<string, [from: number, ahead: number][]> = {
  "Europe/London": [
    [0, 1],
    [Date.parse("2026-10-25T01:00:00Z"), 0],
  ],
  "America/New_York": [
    [0, -4],
    [Date.parse("2026-11-01T06:00:00Z"), -5],
  ],
  "Asia/Beirut": [
    [0, 3],
    [Date.parse("2026-10-24T21:00:00Z"), 2],
  ],
};

type Shown = Map<string, boolean>;
type Texts = Map<string, string>;

class Model {
  now = START;
  zones = new Map([[1, "Asia/Beirut"]]);
  /** Counts as if its period had begun. */
  planned: Rule | undefined;
  stock = new Map<string, Stock>();
  files = new Map<string, Data>();
  products = new Map<string, Data>();
  edits = new Map<string, Edit>();
  lists = new Map<number | null, Rule[]>([[null, []]]);
  stores = new Set([0, 1]);
  /** By place. */
  storeIds = new Map<number, string>();
  shelves = new Map<number, Shelf>();
  log = new Map<string, { status: string; price: number }>();
  events = 0;

  facts(store: number, key: string): Stock & Data & { description: string | null } {
    const stock = this.stock.get(`${store} ${key}`) as Stock;
    const [one, all] = [this.edits.get(`${store} ${key}`) ?? {}, this.edits.get(`null ${key}`) ?? {}];
    const [product, file] = [this.products.get(key), this.files.get(`${store} ${key}`)];
    return {
      ...stock,
      title: one.title ?? all.title ?? product?.title ?? file?.title ?? null,
      brand: one.brand ?? all.brand ?? product?.brand ?? file?.brand ?? null,
      description: one.description ?? all.description ?? null,
      image: (one.image ?? all.image)?.[0] ?? product?.image ?? file?.image ?? null,
      category: product?.category ?? file?.category ?? null,
    };
  }

  holds({ when, on, store: of }: Rule, store: number, key: string): boolean {
    if (!on || (of !== null && of !== store)) return false;
    const facts = this.facts(store, key);
    const storeId = this.storeIds.get(store) ?? "";
    const passes = ({ store: of, ...condition }: Condition): boolean =>
      of ? (of.is?.includes(storeId) ?? !of.isNot.includes(storeId)) : holds(condition, facts, key);
    return "all" in when ? when.all.every(passes) : when.any.some(passes);
  }

  zoneOf = (store: number): string => this.zones.get(store) ?? "Europe/London";

  /** What the clocks of the store show, as a time in UTC. */
  local(store: number, at: number): number {
    const of = clocks[this.zoneOf(store)] ?? [];
    return at + (of.findLast(([from]) => from <= at)?.[1] ?? 0) * HOUR;
  }

  isInForce(period: Period | null, store: number, at: number): boolean {
    const { from, until, weekdays: days } = period ?? {};
    const local = this.local(store, at);
    if (from && (from.includes("T") ? at : local) < Date.parse(from)) return false;
    if (until && (until.includes("T") ? at >= Date.parse(until) : local >= Date.parse(until) + DAY)) return false;
    // 1970 began on a Thursday.
    return !days || days.includes(weekdays[(Math.floor(local / DAY) + 3) % 7] ?? "");
  }

  isOver({ period }: Rule, store: number): boolean {
    const from = period?.from ? Date.parse(period.from) : 0;
    const moments = [this.now, from, ...Array.from({ length: 24 * 20 }, (_, n) => START + n * HOUR)];
    return !moments.some((at) => at >= this.now && this.isInForce(period, store, at));
  }

  counts(rule: Rule, store: number): boolean {
    return this.isInForce(rule.period, store, this.now) || (this.planned === rule && !this.isOver(rule, store));
  }

  concerned = ({ store }: Rule): number[] => [...this.stores].filter((one) => store === null || store === one);

  say(store: number, key: string, field: "hidden" | Channel): { value: boolean; rule: Rule } | undefined {
    for (const rule of [...(this.lists.get(store) ?? []), ...(this.lists.get(null) ?? [])]) {
      const { effect } = rule;
      if (!("hidden" in effect || "onlyIn" in effect || "notIn" in effect)) continue;
      const value =
        "hidden" in effect
          ? field === "hidden"
            ? effect.hidden
            : undefined
          : field === "hidden"
            ? undefined
            : "onlyIn" in effect
              ? effect.onlyIn.includes(field)
              : effect.notIn.includes(field)
                ? false
                : undefined;
      if (value !== undefined && this.counts(rule, store) && this.holds(rule, store, key)) return { value, rule };
    }
    return undefined;
  }

  /** The text that the rules give, unless an edit has it. */
  ruled(store: number, key: string, field: TextField): { text: string; rule: Rule } | undefined {
    const edits = [this.edits.get(`${store} ${key}`), this.edits.get(`null ${key}`)];
    if (field !== "category" && edits.some((edit) => (edit?.[field] ?? null) !== null)) return undefined;
    for (const rule of [...(this.lists.get(store) ?? []), ...(this.lists.get(null) ?? [])]) {
      const text = (rule.effect as Partial<Record<TextField, string>>)[field];
      if (text === undefined || !this.counts(rule, store) || !this.holds(rule, store, key)) continue;
      if (field !== "title") return { text, rule };
      const facts = this.facts(store, key);
      const parts = text.split(/(\{title\}|\{brand\})/);
      const filled = parts.map((part) => (part === "{title}" ? facts.title : part === "{brand}" ? facts.brand : part));
      if (filled.includes(null) || [...filled.join("")].length > 150) return undefined;
      return { text: filled.join(""), rule };
    }
    return undefined;
  }

  textsOf(store: number, key: string): Record<TextField, string | null> {
    const facts = this.facts(store, key);
    const entries = textFields.map((field) => [field, this.ruled(store, key, field)?.text ?? facts[field]]);
    return Object.fromEntries(entries);
  }

  hidden(store: number, key: string): boolean {
    const [one, all] = [this.edits.get(`${store} ${key}`), this.edits.get(`null ${key}`)];
    return one?.hidden ?? all?.hidden ?? this.say(store, key, "hidden")?.value ?? false;
  }

  listed(store: number, key: string, channel: Channel): boolean {
    const own = this.edits.get(`${store} ${key}`)?.channels ?? this.edits.get(`null ${key}`)?.channels;
    return own ? own.includes(channel) : (this.say(store, key, channel)?.value ?? true);
  }

  paused(store: number, channel: Channel): boolean {
    const { paused } = this.shelves.get(store) ?? {};
    if (!paused) return false;
    const { channels } = paused;
    return !channels || channels.includes(channel) || (channel === "local_ads" && channels.includes("search"));
  }

  safety(store: number, key: string, channel: Channel): number {
    for (const rule of [...(this.lists.get(store) ?? []), ...(this.lists.get(null) ?? [])]) {
      if ("safetyStock" in rule.effect && this.counts(rule, store) && this.holds(rule, store, key))
        return rule.effect.safetyStock;
    }
    const { safety } = this.shelves.get(store) ?? { safety: {} as Shelf["safety"] };
    return safety[channel] ?? safety.all ?? 0;
  }

  /** The safety stock of the channel shows an item in stock as out of stock. */
  keepsBack(store: number, key: string, channel: Channel): boolean {
    const { quantity } = this.stock.get(`${store} ${key}`) as Stock;
    return quantity !== null && quantity > 0 && quantity <= this.safety(store, key, channel);
  }

  shows = (store: number, key: string, channel: Channel): boolean =>
    !this.paused(store, channel) && !this.hidden(store, key) && this.listed(store, key, channel);

  items(): { store: number; key: string }[] {
    return [...this.stores].flatMap((store) =>
      keys.filter((key) => this.stock.has(`${store} ${key}`)).map((key) => ({ store, key })),
    );
  }

  publish(): void {
    for (const { store, key } of this.items()) {
      const { price, quantity } = this.stock.get(`${store} ${key}`) as Stock;
      const left = this.keepsBack(store, key, "webhooks") ? 0 : quantity;
      const status = left === null || left >= 3 ? "in_stock" : left > 0 ? "low_stock" : "out_of_stock";
      const last = this.log.get(`${store} ${key}`);
      const wanted = this.shows(store, key, "webhooks")
        ? { status, price }
        : last && { ...last, status: "out_of_stock" };
      if (!wanted || (last?.status === wanted.status && last.price === wanted.price)) continue;
      if (last?.status === "out_of_stock" && !this.shows(store, key, "webhooks")) continue;
      this.log.set(`${store} ${key}`, wanted);
      this.events++;
    }
  }

  /** The events and the items of the products as if the period of the rule had begun. */
  asPlanned(rule: Rule | undefined): { events: number; visible: Shown; texts: Texts } {
    const { log, events } = this;
    this.planned = rule;
    this.log = new Map(log);
    this.publish();
    const found = { events: this.events - events, visible: this.visible(), texts: this.texts() };
    Object.assign(this, { log, events, planned: undefined });
    return found;
  }

  /** By store, the texts of each item. */
  texts = (): Texts =>
    new Map(this.items().map(({ store, key }) => [`${store} ${key}`, JSON.stringify(this.textsOf(store, key))]));

  /** By store and channel, whether each item is shown. */
  visible = (): Shown =>
    new Map(
      this.items().flatMap(({ store, key }) =>
        channels.map(
          (channel) =>
            [
              `${store} ${channel} ${key}`,
              this.shows(store, key, channel) && !this.keepsBack(store, key, channel),
            ] as const,
        ),
      ),
    );
}

const lower = (text: string): string =>
  [...text].map((letter) => (letter === "İ" ? "i" : letter.toLowerCase())).join("");
const tokens = (text: string): string[] =>
  lower(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether the words stand in the title one after the other. */
function hasWord(title: string, word: string): boolean {
  const [all, wanted] = [tokens(title), tokens(word)];
  return all.some((_, at) =>
    wanted.every((token, n) => {
      const found = all[at + n];
      if (found === undefined) return false;
      return word.endsWith("*") && n === wanted.length - 1 ? found.startsWith(token) : found === token;
    }),
  );
}

function holds(condition: Condition, facts: ReturnType<Model["facts"]>, key: string): boolean {
  const oneOf = (value: string | null, { is, isNot }: { is?: string[]; isNot?: string[] }): boolean =>
    is
      ? value !== null && is.some((one) => lower(one) === lower(value))
      : value === null || !isNot?.some((one) => lower(one) === lower(value));
  const within = (value: number | null, { from, under }: { from?: number; under?: number }): boolean =>
    value !== null && (from === undefined || value >= from) && (under === undefined || value < under);
  const has: Record<string, boolean> = {
    ...{ title: facts.title !== null, picture: facts.image !== null, brand: facts.brand !== null },
    ...{ category: facts.category !== null, gtin: gtins.has(key) },
    description: facts.description !== null,
  };
  if (condition.brand) return oneOf(facts.brand, condition.brand);
  if (condition.category) return oneOf(facts.category, condition.category);
  if (condition.condition) return oneOf(facts.condition, condition.condition);
  if (condition.price) return within(facts.price, condition.price);
  if (condition.quantity) return within(facts.quantity, condition.quantity);
  if (condition.has) return has[condition.has] as boolean;
  if (condition.lacks) return !has[condition.lacks];
  if (condition.barcode)
    return (
      condition.barcode.is?.includes(key) ?? condition.barcode.startsWith.some((start: string) => key.startsWith(start))
    );
  const { hasAny, hasAll, hasNone } = condition.title;
  const { title } = facts;
  if (hasNone) return title === null || !hasNone.some((word: string) => hasWord(title, word));
  if (title === null) return false;
  return hasAll
    ? hasAll.every((word: string) => hasWord(title, word))
    : hasAny.some((word: string) => hasWord(title, word));
}

const some = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 });
const oneOf = (values: readonly string[]) =>
  fc.oneof(fc.record({ is: some(values) }), fc.record({ isNot: some(values) }));
const bounds = fc
  .record({ from: fc.option(fc.constantFrom(0, 1, 3)), under: fc.option(fc.constantFrom(1, 3, 5)) })
  .filter(({ from, under }) => from !== null || under !== null)
  .map(({ from, under }) => ({ ...(from !== null && { from }), ...(under !== null && { under }) }));
const words = some(["ham", "Café", "sham*", "desk LAMP", "100%", "creme*", "i", "X", "lam"]);
const given = fc.constantFrom("title", "picture", "gtin", "brand", "description", "category");
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ brand: oneOf(["lumen", "SS&co", "ß&CO"]) }),
  fc.record({ category: oneOf(["Home > Lighting", "food"]) }),
  fc.record({ condition: oneOf(["new", "used"]) }),
  fc.record({ price: bounds }),
  fc.record({ quantity: bounds }),
  fc.record({ has: given }),
  fc.record({ lacks: given }),
  fc.record({ store: oneOf(["0", "1"]) }),
  fc.record({ barcode: fc.oneof(fc.record({ is: some(keys) }), fc.record({ startsWith: some(["50", "2", "9"]) })) }),
  fc.record({
    title: fc.oneof(fc.record({ hasAny: words }), fc.record({ hasAll: words }), fc.record({ hasNone: words })),
  }),
);
/** Conditions of one kind go into one list, so `all` has each kind once. */
const when = fc.oneof(
  fc.record({
    all: fc.uniqueArray(condition, { minLength: 1, maxLength: 3, selector: (one) => Object.keys(one)[0] }),
  }),
  fc.record({ any: fc.array(condition, { minLength: 1, maxLength: 3 }) }),
);
const effect: fc.Arbitrary<Effect> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ hidden: fc.constantFrom(true, true, false) }) },
  { weight: 1, arbitrary: fc.record({ onlyIn: some(channels) }) },
  { weight: 1, arbitrary: fc.record({ notIn: some(channels) }) },
  { weight: 1, arbitrary: fc.record({ safetyStock: fc.constantFrom(0, 1, 3, 4) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      title: fc.constantFrom("{brand} {title}", "100% {title} %1$s", "{title}, {title}", "Lamp"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ brand: fc.constantFrom("Lumen", "Ruled") }) },
  { weight: 1, arbitrary: fc.record({ description: fc.constant("By a rule") }) },
  { weight: 1, arbitrary: fc.record({ category: fc.constant("Food") }) },
);
const place = fc.constantFrom(0, 1);
const key = fc.constantFrom(...keys);
const line = fc.record({
  ...{ key, price: fc.constantFrom(0.99, 1, 3, 5), quantity: fc.constantFrom(0, 1, 3, 4, null) },
  condition: fc.constantFrom("new", "used"),
});
const lines = fc.uniqueArray(line, { minLength: 1, maxLength: 3, selector: (one) => one.key });
const data = fc.record({
  ...{ key, title: fc.constantFrom(...titles), brand: fc.constantFrom(...brands) },
  ...{ image: fc.constantFrom(null, "https://x.example/a.png"), category: fc.constantFrom(null, "home > lighting") },
});
const named = fc.uniqueArray(data, { minLength: 1, maxLength: 2, selector: (one) => one.key });
const hide = fc.record({ hidden: fc.constantFrom(true, false, null) });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  hide,
  fc.record({ channels: fc.constantFrom([], ["webhooks"], null) }),
  fc.record({ title: fc.constantFrom("Ham", "Own lamp") }),
  fc.record({ title: fc.constant("Own"), image: fc.constant(["https://x.example/own.png"]) }),
  fc.record({ title: fc.constant("Own {brand}"), brand: fc.constantFrom("Own & co", null) }),
  fc.record({ title: fc.constant("Own"), description: fc.constantFrom("Own text", null) }),
);
const anyPlace = fc.constantFrom(null, null, 0, 1);
const n = fc.nat(5);
const quantity = fc.constantFrom(null, 0, 1, 3, 4);
/** A day or a time, that far ahead. */
const bound = fc.oneof(
  fc.record({ days: fc.constantFrom(-1, 0, 1, 2) }),
  fc.record({ hours: fc.constantFrom(-3, 1, 2, 24) }),
);
const period = fc.option(
  fc.record(
    { from: bound, until: bound, weekdays: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 }) },
    { requiredKeys: [] },
  ),
);
const create = fc.record({
  kind: fc.constant("create" as const),
  place: anyPlace,
  when,
  effect,
  on: fc.constantFrom(true, true, true, false),
  period,
});
const products = fc.record({ kind: fc.constant("products" as const), named });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("feed" as const), place, lines, named: fc.option(named) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("patch" as const), place, lines }) },
  { weight: 2, arbitrary: products },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("edit" as const), place: anyPlace, key, edit }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("deleteEdit" as const), n }) },
  { weight: 5, arbitrary: create },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("change" as const), n, when: fc.option(when), effect: fc.option(effect) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("period" as const), n, period }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("zone" as const), place, zone: fc.constantFrom(...Object.keys(clocks)) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("switch" as const), n }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("order" as const), place: anyPlace }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), n }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("pause" as const), place, channels: fc.option(some(channels)) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("resume" as const), place }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("safetyStock" as const),
      place,
      to: fc.option(fc.record({ all: quantity, search: quantity, webhooks: quantity }, { requiredKeys: [] })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("hours" as const), hours: fc.constantFrom(1, 2, 3, 9, 24, 30) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("addStore" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("deleteStore" as const) }) },
);
const stockOf = (place: 0 | 1) =>
  fc.record({
    ...{ kind: fc.constant("patch" as const), place: fc.constant(place) },
    lines: fc.uniqueArray(line, { minLength: 3, maxLength: 4, selector: (one) => one.key }),
  });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
/** Half of the worlds begin with stock, titles and rules, so that rules meet. One of ten changes of rules is undone, and ends the history. */
const history = fc
  .tuple(
    fc.oneof(fc.constant<Step[]>([]), fc.tuple(stockOf(0), stockOf(1), products, create, create)),
    fc.array(fc.tuple(step, fc.nat(9)), { minLength: 4, maxLength: 10 }),
  )
  .map(([first, steps]) => [...first.map((one): [Step, number] => [one, 9]), ...steps]);

async function* csv(header: string, rows: unknown[][]) {
  const cell = (value: unknown) => (value === null ? "" : `"${String(value).replaceAll('"', '""')}"`);
  yield Buffer.from([header, ...rows.map((row) => row.map(cell).join(","))].join("\n"));
}

const byField = (one: { field: string }, other: { field: string }): number => one.field.localeCompare(other.field);

interface Plan {
  stores: { storeId: string; events: number; channels: object; texts?: number }[];
  samples: {
    storeId: string;
    barcode: string;
    texts: { field: string; before: string | null; after: string | null }[];
  }[];
}

/** A shop under test, beside its model. */
class World {
  readonly api = createCaller(t.ctx);
  readonly model = new Model();
  readonly stores = new Map<number, { retailerId: string; storeId: string }>();
  retailerId = "";
  #next = 2;

  async open(): Promise<void> {
    t.setNow(new Date(START));
    this.retailerId = (await t.retailer()).id;
    for (const n of [0, 1])
      this.stores.set(n, (await t.store(this.retailerId, { timezone: this.model.zoneOf(n) })).ids);
    for (const [n, { storeId }] of this.stores) this.model.storeIds.set(n, storeId);
    const parameters = { webhookUrl: "https://1.1.1.1/", secret: canary("webhook") };
    for (const n of [0, 1]) await this.api.channels.enable({ ...this.#at(n), body: { type: "webhooks", parameters } });
  }

  #at(place: number): { retailerId: string; storeId: string } {
    return this.stores.get(place) as { retailerId: string; storeId: string };
  }

  /** Conditions on stores name places, here their ids. The same object without one. */
  #named<When extends object>(when: When): When {
    const text = JSON.stringify(when);
    if (!text.includes('{"store":')) return when;
    return JSON.parse(text.replaceAll(/"([01])"/g, (_, place) => `"${this.#at(Number(place)).storeId}"`));
  }

  /** @returns whether the step changed rules */
  async apply(step: Step): Promise<boolean> {
    const { api, model, retailerId } = this;
    t.advance(1_000);
    model.now = t.ctx.now().getTime();
    if ("place" in step && step.place !== null && !model.stores.has(step.place)) return false;
    switch (step.kind) {
      case "feed":
      case "patch": {
        const named = ("named" in step && step.named) || [];
        const dataOf = new Map(named.map((one) => [one.key, one]));
        const whole = step.lines.map((one) => ({ ...one, ...dataOf.get(one.key) }));
        if (step.kind === "patch") {
          const body = step.lines.map(({ key: barcode, quantity, ...rest }) => ({
            ...{ barcode, ...rest },
            ...(quantity === null ? { availability: "in stock" } : { quantity }),
          }));
          await api.inventory.patchStock({ ...this.#at(step.place), body } as never);
        } else {
          const rows = whole.map((one) => [
            ...[one.key, one.price, one.quantity, one.quantity === null ? "in stock" : null, one.condition],
            ...[one.title ?? null, one.brand ?? null, one.image ?? null, one.category ?? null],
          ]);
          const feed = csv("barcode,price,quantity,availability,condition,title,brand,image,category", rows);
          await api.inventory.putStock({ ...this.#at(step.place), mode: "update", feed });
        }
        for (const { key, price, quantity, condition } of step.lines) {
          model.stock.set(`${step.place} ${key}`, { price, quantity, condition });
        }
        for (const one of whole) {
          if (step.kind === "feed" && dataOf.has(one.key))
            this.#merge(model.files, `${step.place} ${one.key}`, one as never);
        }
        return false;
      }
      case "products": {
        const rows = step.named.map(({ key, title, brand, image, category }) => [key, title, brand, image, category]);
        await api.products.putFeed({ retailerId, feed: csv("barcode,title,brand,image,category", rows) });
        for (const one of step.named) this.#merge(model.products, one.key, one);
        return false;
      }
      case "edit": {
        const places = step.place === null ? [...model.stores] : [step.place];
        if (!places.some((of) => model.stock.has(`${of} ${step.key}`))) return false;
        const target = step.place === null ? { retailerId } : this.#at(step.place);
        const before = model.edits.get(`${step.place} ${step.key}`);
        await api.customizations.post({ ...target, body: { barcode: step.key, ...step.edit } } as never);
        model.edits.set(`${step.place} ${step.key}`, { ...before, ...step.edit });
        if (step.place !== null) return false;
        for (const store of model.stores) {
          const own = model.edits.get(`${store} ${step.key}`);
          if (own && "hidden" in step.edit) own.hidden = null;
          if (own && "channels" in step.edit) own.channels = null;
        }
        return false;
      }
      case "deleteEdit": {
        const [name] = [...model.edits.keys()].slice(step.n);
        if (!name) return false;
        const [place = "", key = ""] = name.split(" ");
        const storeId = place === "null" ? {} : { storeId: this.#at(Number(place)).storeId };
        await api.customizations.deleteByBarcode({ retailerId, barcode: key, ...storeId } as never);
        model.edits.delete(name);
        return false;
      }
      case "create": {
        const { effect, on } = step;
        const when = this.#named(step.when);
        if (step.place !== null && when !== step.when) return false;
        const storeId = step.place === null ? null : this.#at(step.place).storeId;
        const name = `Rule ${this.#next++}`;
        const period = this.#period(step.period);
        const body = { name, storeId, when, effect, on, period } as never;
        const rule: Rule = { id: "", store: step.place, on, when: when as never, effect, name, period };
        if (await this.#isRefused(rule, () => api.rules.create({ retailerId, onlyPlan: true, body }))) return false;
        const { id } = await this.#save(
          (preview) => api.rules.create({ retailerId, body: { ...(body as object), preview } as never }),
          () => api.rules.create({ retailerId, onlyPlan: true, body }),
          (made) => {
            const list = model.lists.get(step.place) ?? [];
            list.push(Object.assign(rule, { id: made }));
            model.lists.set(step.place, list);
            return rule;
          },
        );
        return Boolean(id);
      }
      case "change":
      case "period":
      case "switch": {
        const rule = this.#rule(step.n);
        if (!rule) return false;
        const when = step.kind === "change" && step.when && this.#named(step.when);
        if (rule.store !== null && step.kind === "change" && when !== step.when) return false;
        const to =
          step.kind === "switch"
            ? { on: !rule.on }
            : step.kind === "period"
              ? { period: this.#period(step.period) }
              : { ...(when && { when }), ...(step.effect && { effect: step.effect }) };
        if (!Object.keys(to).length) return false;
        const input = { retailerId, ruleId: rule.id };
        const plan = () => api.rules.update({ ...input, onlyPlan: true, body: to as never });
        const isSame = !("period" in to) || JSON.stringify(to.period) === JSON.stringify(rule.period);
        if (!isSame && (await this.#isRefused({ ...rule, ...to }, plan))) return false;
        await this.#save(
          (preview) => api.rules.update({ ...input, body: { ...to, preview } as never }),
          plan,
          () => Object.assign(rule, to),
        );
        return step.kind !== "period" || !isSame;
      }
      case "order": {
        const list = model.lists.get(step.place) ?? [];
        if (list.length < 2) return false;
        list.reverse();
        const storeId = step.place === null ? null : this.#at(step.place).storeId;
        await api.rules.order({ retailerId, body: { storeId, ids: list.map(({ id }) => id) } });
        return true;
      }
      case "delete": {
        const rule = this.#rule(step.n);
        if (!rule) return false;
        await api.rules.delete({ retailerId, ruleId: rule.id });
        const list = model.lists.get(rule.store) as Rule[];
        list.splice(list.indexOf(rule), 1);
        return true;
      }
      case "pause": {
        const until = t.ctx.now().getTime() + 2 * HOUR;
        const shelf = model.shelves.get(step.place) ?? { safety: {} };
        const body = { pause: { until: new Date(until).toISOString(), channels: step.channels } };
        await this.#saveShelf(step.place, body, () =>
          model.shelves.set(step.place, { ...shelf, paused: { channels: step.channels, until } }),
        );
        return true;
      }
      case "resume": {
        const shelf = model.shelves.get(step.place);
        if (!shelf?.paused) return false;
        await this.#saveShelf(step.place, { pause: null }, () => {
          shelf.paused = undefined;
        });
        return true;
      }
      case "safetyStock": {
        const shelf = model.shelves.get(step.place) ?? { safety: {} };
        const merged = step.to && Object.entries({ ...shelf.safety, ...step.to }).filter(([, value]) => value !== null);
        const safety = Object.fromEntries(merged ?? []);
        if (JSON.stringify(safety) === JSON.stringify(shelf.safety)) return false;
        await this.#saveShelf(step.place, { safetyStock: step.to }, () =>
          model.shelves.set(step.place, { ...shelf, safety }),
        );
        return true;
      }
      case "hours": {
        t.advance(step.hours * HOUR);
        model.now = t.ctx.now().getTime();
        for (const shelf of model.shelves.values()) {
          if (shelf.paused && shelf.paused.until <= t.ctx.now().getTime()) shelf.paused = undefined;
        }
        await this.#runJob();
        return false;
      }
      case "zone": {
        await api.stores.update({ ...this.#at(step.place), body: { timezone: step.zone } } as never);
        model.zones.set(step.place, step.zone);
        await this.#runJob();
        return false;
      }
      case "addStore": {
        if (model.stores.has(2)) return false;
        this.stores.set(2, (await t.store(retailerId)).ids);
        model.storeIds.set(2, this.#at(2).storeId);
        model.stores.add(2);
        await api.inventory.patchStock({ ...this.#at(2), body: [{ barcode: "mug", price: 1, quantity: 1 }] });
        model.stock.set("2 mug", { price: 1, quantity: 1, condition: "new" });
        return false;
      }
      case "deleteStore": {
        if (!model.stores.has(2)) return false;
        await api.stores.delete(this.#at(2));
        model.stores.delete(2);
        model.shelves.delete(2);
        for (const map of [model.stock, model.files, model.edits, model.log])
          for (const name of [...map.keys()]) if (name.startsWith("2 ")) map.delete(name);
        return false;
      }
    }
  }

  #merge(map: Map<string, Data>, name: string, { title, brand, image, category }: Data): void {
    const old = map.get(name);
    map.set(name, {
      title: title ?? old?.title ?? null,
      brand: brand ?? old?.brand ?? null,
      image: image ?? old?.image ?? null,
      category: category ?? old?.category ?? null,
    });
  }

  async #runJob(): Promise<void> {
    while (await settleDueShelvesOf(t.asSystem(), this.retailerId));
  }

  /** A period around now. Without its start, if it would begin after its end. */
  #period(given: { from?: object; until?: object; weekdays?: string[] } | null): Period | null {
    const { now } = this.model;
    const textOf = (bound: { days?: number; hours?: number }): string =>
      bound.days === undefined
        ? new Date(now + (bound.hours ?? 0) * HOUR).toISOString()
        : new Date(now + bound.days * DAY).toISOString().slice(0, 10);
    const until = given?.until && textOf(given.until);
    const from = given?.from && textOf(given.from);
    const isWrong = from && until && Date.parse(until) + (until.includes("T") ? 0 : DAY) <= Date.parse(from);
    const period = {
      ...(from && !isWrong && { from }),
      ...(until && { until }),
      ...(given?.weekdays && { weekdays: given.weekdays }),
    };
    return Object.keys(period).length ? period : null;
  }

  /** A new period that is over is refused. */
  async #isRefused(rule: Rule, plan: () => Promise<unknown>): Promise<boolean> {
    if (!this.model.concerned(rule).every((store) => this.model.isOver(rule, store))) return false;
    await expect(plan()).rejects.toThrow("is over");
    return true;
  }

  #rule(n: number): Rule | undefined {
    const all = [...this.model.lists.values()].flat();
    return all.length ? all[n % all.length] : undefined;
  }

  /** Saves a rule. The plan says exactly what changes. */
  async #save(
    save: (preview: string | undefined) => Promise<{ id: string }>,
    planned: () => Promise<{ plan?: (Plan & { preview: string }) | undefined }>,
    change: (id: string) => Rule,
  ): Promise<{ id: string }> {
    const { plan } = await planned();
    let saved = { id: "" };
    await this.#saveAsPlanned(plan, async () => {
      saved = await save(plan?.preview);
      return change(saved.id);
    });
    return saved;
  }

  async #saveShelf(place: number, body: object, change: () => void): Promise<void> {
    const input = { ...this.#at(place), body } as never;
    const { plan } = await this.api.rules.changeShelf({ ...(input as object), onlyPlan: true } as never);
    await this.#saveAsPlanned(plan, async () => {
      await this.api.rules.changeShelf(input);
      change();
      return undefined;
    });
  }

  async #saveAsPlanned(plan: Plan | undefined, save: () => Promise<Rule | undefined>): Promise<void> {
    const { model } = this;
    const [before, textsBefore] = [model.visible(), model.texts()];
    const rule = await save();
    const { events, visible: after, texts } = model.asPlanned(rule);
    model.publish();
    for (const [place, { storeId }] of this.stores) {
      if (!model.stores.has(place)) continue;
      const of = plan?.stores.find((one) => one.storeId === storeId);
      for (const channel of channels) {
        const count = (was: boolean) =>
          [...before].filter(
            ([name, is]) => name.startsWith(`${place} ${channel} `) && is === was && after.get(name) !== was,
          ).length;
        const wanted = { hides: count(true), shows: count(false) };
        const found = (of?.channels as Record<string, object> | undefined)?.[channel] ?? { hides: 0, shows: 0 };
        expect(found, `plan of ${channel}`).toEqual(wanted);
      }
      const changed = [...texts].filter(
        ([name, text]) => name.startsWith(`${place} `) && text !== textsBefore.get(name),
      );
      expect(of?.texts ?? 0, "texts of the plan").toBe(changed.length);
      for (const [name, text] of changed) {
        const [was, then] = [JSON.parse(textsBefore.get(name) ?? ""), JSON.parse(text)];
        const wanted = textFields.flatMap((field) =>
          was[field] === then[field] ? [] : [{ field, before: was[field], after: then[field] }],
        );
        const sample = plan?.samples.find((one) => one.storeId === storeId && `${place} ${one.barcode}` === name);
        expect(sample?.texts.toSorted(byField), "texts of the sample").toEqual(wanted.toSorted(byField));
      }
    }
    expect(plan?.stores.reduce((sum, one) => sum + one.events, 0)).toBe(events);
  }

  async compare(): Promise<void> {
    const { api, model, retailerId } = this;
    model.publish();
    for (const place of model.stores) {
      const ids = this.#at(place);
      const { data } = await api.inventory.listItems({ ...ids, page: {} });
      const found = Object.fromEntries(data.map((item) => [item.barcode, shownOf(item)]));
      const wanted = Object.fromEntries(
        keys.filter((key) => model.stock.has(`${place} ${key}`)).map((key) => [key, this.#wanted(place, key)]),
      );
      expect(found, `items of store ${place}`).toEqual(wanted);
      const rows = await t.ctx.db.query<{ subject: string; data: string }>(
        "SELECT subject, data FROM store_event WHERE retailer_id = $1 AND store_id = $2 AND action = 'inventory.update' ORDER BY sequence",
        [retailerId, ids.storeId],
      );
      const last = new Map<string, { status: string; price: number }>();
      for (const { subject, data: text } of rows) {
        const { status, price } = JSON.parse(text);
        expect({ status, price }, "no event repeats the one before").not.toEqual(last.get(subject));
        last.set(subject, { status, price });
      }
      const log = [...model.log]
        .filter(([name]) => name.startsWith(`${place} `))
        .map(([name, state]) => [name.slice(2), state]);
      expect(Object.fromEntries(last), `events of store ${place}`).toEqual(Object.fromEntries(log));
    }
    const storeIds = [...model.stores].map((place) => this.#at(place).storeId);
    const stray = await t.ctx.db.sqlTransaction({ retailerId }, async (tx) => {
      const far = new Date("2099-01-01T00:00:00Z");
      const { resting } = await readPeriods(tx, retailerId, storeIds, t.ctx.now());
      await tx.execute(settleSql.stores, [retailerId, 0, far, storeIds, JSON.stringify(resting)]);
      return tx.query("SELECT item_key, matched FROM rule_effect WHERE retailer_id = $1 AND updated_at = $2", [
        retailerId,
        far,
      ]);
    });
    expect(stray, "effects equal their computation from scratch").toEqual([]);
  }

  #wanted(place: number, key: string) {
    const { model } = this;
    const own = [model.edits.get(`${place} ${key}`), model.edits.get(`null ${key}`)];
    const hidden = model.hidden(place, key);
    const byRule = own.every((one) => (one?.hidden ?? null) === null);
    const isListedByRule = own.every((one) => (one?.channels ?? null) === null);
    const listed = channels.filter((channel) => model.listed(place, key, channel));
    const rules = channels.map((channel) => [
      ...(hidden && byRule ? [model.say(place, key, "hidden")?.rule.name] : []),
      ...(isListedByRule && !listed.includes(channel) ? [model.say(place, key, channel)?.rule.name] : []),
    ]);
    const paused = channels.filter((channel) => model.paused(place, channel));
    const named = textFields.flatMap((field) => {
      const found = model.ruled(place, key, field);
      return found ? [[field, found.rule.name]] : [];
    });
    return { hidden, listed, paused, rules, ...model.textsOf(place, key), named: Object.fromEntries(named) };
  }

  /** Undoes the last change of rules, compares with the model before it, and makes the change again. */
  async undo(before: Shown, textsBefore: Texts): Promise<void> {
    const { api, retailerId, model } = this;
    const revert = async () => {
      const [entry] = (await api.history.list({ retailerId, page: { size: 1 } })).data;
      t.advance(1_000);
      await api.history.revert({ retailerId, entryId: entry?.id ?? "" });
    };
    await revert();
    const [found, texts] = [new Map<string, boolean>(), new Map<string, string>()];
    for (const place of model.stores) {
      const { data } = await api.inventory.listItems({ ...this.#at(place), page: {} });
      for (const item of data) {
        const { hidden, listed, paused, title, brand, description, category } = shownOf(item);
        texts.set(`${place} ${item.barcode}`, JSON.stringify({ title, brand, description, category }));
        const rows = await t.ctx.db.query<{ channel: string; kept: boolean }>(
          `SELECT c.channel, COALESCE(i.quantity > 0 AND i.quantity <= (m.safety_stock->>c.channel)::int, false) AS kept
           FROM unnest($3::text[]) c (channel), stock_item i
           LEFT JOIN rule_effect m ON m.retailer_id = $1 AND m.store_id = i.store_id AND m.item_key = i.item_key
           WHERE i.retailer_id = $1 AND i.store_id = $2 AND i.item_key = $4`,
          [retailerId, item.storeId, channels, item.barcode],
        );
        for (const channel of channels) {
          const isKept = rows.find((row) => row.channel === channel)?.kept;
          const isShown = !hidden && listed.includes(channel) && !paused.includes(channel) && !isKept;
          found.set(`${place} ${channel} ${item.barcode}`, isShown);
        }
      }
    }
    expect(found, "undo restores what was shown").toEqual(before);
    expect(texts, "undo restores the texts").toEqual(textsBefore);
    await revert();
  }
}

function shownOf(item: {
  hidden: boolean;
  channels: string[] | null;
  title: string | null;
  brand: string | null;
  description: string | null;
  category: string | null;
  textsByRules: { field: string; rule: { name: string } }[];
  visibility: { channel: string; reasons: { code: string; rule?: { name: string } | undefined }[] }[];
}) {
  return {
    hidden: item.hidden,
    listed: channels.filter((channel) => item.channels?.includes(channel) ?? true),
    paused: item.visibility.flatMap(({ channel, reasons }) =>
      reasons.some(({ code }) => code === "StorePaused") ? [channel] : [],
    ),
    rules: item.visibility.map(({ reasons }) =>
      reasons.flatMap(({ code, rule }) => (code.endsWith("ByRule") ? [rule?.name] : [])),
    ),
    ...{ title: item.title, brand: item.brand, description: item.description, category: item.category },
    named: Object.fromEntries(item.textsByRules.map(({ field, rule }) => [field, rule.name])),
  };
}

test(
  "what is shown, its events, its reasons and its plans follow the rules, as a plain model computes them",
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const world = new World();
        await world.open();
        for (const [one, chance] of steps) {
          const [before, texts] = [world.model.visible(), world.model.texts()];
          const isOfRules = await world.apply(one);
          await world.compare();
          if (!isOfRules || chance > 0) continue;
          // The events of the undo and of the second change are no part of the model.
          await world.undo(before, texts);
          return;
        }
      }),
      { numRuns: HISTORIES },
    );
  },
  HISTORIES * 20_000,
);
