import { createSandboxProviders } from "@highstreet/providers";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { StoreIds } from "../../src/core/channels/index.ts";
import { activateDueBudgets } from "../../src/features/local-ads/index.ts";
import { createCaller } from "../../src/router.ts";
import { newAdsShop, setSearch } from "./ads-shop.ts";
import { type AdsCall, type Fault, FaultyAds } from "./faulty-ads.ts";

const HOUR = 3_600_000;
type Step =
  | { kind: "post"; pounds: number }
  | { kind: "remove" | "cancel" }
  | { kind: "search"; isConnected: boolean }
  | { kind: "surroundings"; areaType: "urban" | "rural" }
  | { kind: "clocks"; timezone: string }
  | { kind: "wait"; ms: number }
  | { kind: "run"; workers: number; faults: (Fault | null)[] };

const zones = ["Europe/London", "Asia/Tokyo", "America/New_York", "Pacific/Apia"];
const fault = fc.constantFrom<Fault | null>(
  null,
  null,
  "unanswered",
  "lost",
  "refused",
  "forbidden",
  "killed",
  "killedAfter",
  "killedAfter",
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("post" as const), pounds: fc.constantFrom(5, 12.5, 20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("remove" as const, "cancel" as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("search" as const), isConnected: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("surroundings" as const),
      areaType: fc.constantFrom("urban" as const, "rural" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("clocks" as const), timezone: fc.constantFrom(...zones) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      ms: fc.oneof(fc.constantFrom(1_000, 70_000), fc.integer({ min: HOUR, max: 40 * HOUR })),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("run" as const),
      workers: fc.constantFrom(1, 1, 2),
      faults: fc.array(fault, { maxLength: 4 }),
    }),
  },
);

const day: Step = { kind: "wait", ms: 24 * HOUR };
const run = (...faults: (Fault | null)[]): Step => ({ kind: "run", workers: 1, faults });
const search = (isConnected: boolean): Step => ({ kind: "search", isConnected });
const surroundings = (areaType: "urban" | "rural"): Step => ({ kind: "surroundings", areaType });
const begun: Step[] = [{ kind: "post", pounds: 5 }, day, run()];

/**
 * A worker ends after the service took its call and before it could record that. Then the earlier state is wanted again.
 */
const examples: [Step[]][] = [
  [[...begun, search(false), run(), search(true), run("killedAfter"), search(false)]],
  [[...begun, surroundings("rural"), run(), surroundings("urban"), run("killedAfter"), surroundings("rural")]],
  [[{ kind: "post", pounds: 5 }, day, run(null, null, "killedAfter"), { kind: "remove" }]],
  [[{ kind: "post", pounds: 5 }, day, run("killedAfter"), surroundings("rural")]],
  [[...begun, search(false)]],
];

const dateIn = (time: Date, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString();

interface Change {
  date: string;
  at: number;
  pence: number;
}

/** A simple model of the local ads of a store. */
class Model {
  isEnabled = false;
  isSearchConnected = true;
  /** Radius of the ads. A store is suburban by default. */
  miles = 10;
  zone = "Europe/London";
  /** Pence that the ads service has accepted. */
  inForce = 0;
  /** Changes that are not accepted yet: at most one due and one upcoming change, plus those from a downtime. */
  waiting: Change[] = [];
  made: { date: string; pence: number }[] = [];

  due(now: Date): Change | undefined {
    return this.waiting.findLast(({ at }) => at <= now.getTime());
  }

  today(now: Date): number {
    return this.due(now)?.pence ?? this.inForce;
  }

  /** The wanted budget of the ads service. */
  wanted(now: Date): number {
    return this.isEnabled && this.isSearchConnected ? this.today(now) : 0;
  }

  plan(pence: number, now: Date, earliest = ""): void {
    this.cancel(now);
    const last = [...this.made, ...this.waiting].at(-1)?.date ?? "";
    // Finds a day by steps of a quarter of an hour along the clock, because all offsets are multiples of it.
    let at = Math.floor(now.getTime() / 900_000) * 900_000;
    const start = dateIn(now, this.zone);
    const date = () => dateIn(new Date(at), this.zone);
    while (at <= now.getTime() || date() <= start || date() <= last || date() < earliest) at += 900_000;
    this.waiting.push({ date: date(), at, pence });
  }

  cancel(now: Date): void {
    this.waiting = this.waiting.filter(({ at }) => at <= now.getTime());
  }

  remove(now: Date): void {
    if (this.inForce === 0) this.end();
    else if (this.today(now) === 0) this.cancel(now);
    else this.plan(0, now);
  }

  end(): void {
    this.isEnabled = false;
    this.inForce = 0;
    this.waiting = [];
  }

  /** The ads service accepts the due change. */
  make(now: Date): void {
    const due = this.due(now);
    if (!due) return;
    this.inForce = due.pence;
    this.made.push({ date: due.date, pence: due.pence });
    this.waiting = this.waiting.filter(({ at }) => at > now.getTime());
    if (due.pence === 0 && !this.waiting.length) this.end();
  }
}

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (error: { cause: { code: string } }) => error.cause.code,
  );

class History {
  readonly model = new Model();
  readonly #world: TestContext;
  readonly #store: StoreIds;
  readonly #ads: FaultyAds;
  #isFaulty = false;

  constructor(world: TestContext, ads: FaultyAds, store: StoreIds) {
    this.#world = world;
    this.#ads = ads;
    this.#store = store;
    ads.needless = [];
    ads.onCall = (call) => this.#watch(call);
  }

  get #now(): Date {
    return this.#world.ctx.now();
  }

  /** Checks that each call sets only what is wanted at that moment. */
  #watch(call: AdsCall): void {
    const wanted = this.model.wanted(this.#now);
    if (call.kind === "pause") expect(wanted).toBe(0);
    else expect(wanted, `${call.kind} while nothing is to run`).toBeGreaterThan(0);
    if (call.kind === "budget") expect(call.pence).toBe(wanted);
    if (call.kind === "area") expect(call.area?.miles).toBe(this.model.miles);
  }

  async perform(step: Step): Promise<void> {
    const caller = createCaller(this.#world.ctx);
    const { model } = this;
    switch (step.kind) {
      case "post": {
        const body = { type: "local_ads" as const, parameters: { dailyBudget: step.pounds } };
        const answer = await codeOf(caller.channels.enable({ ...this.#store, body }));
        expect(answer).toBe(model.isSearchConnected ? "done" : "SearchChannelNotConnected");
        if (answer !== "done") return;
        model.isEnabled = true;
        if (model.today(this.#now) === step.pounds * 100) model.cancel(this.#now);
        else model.plan(step.pounds * 100, this.#now);
        return;
      }
      case "remove":
        expect(await codeOf(caller.channels.remove({ ...this.#store, type: "local_ads" }))).toBe(
          model.isEnabled ? "done" : "ChannelNotEnabled",
        );
        return model.isEnabled ? model.remove(this.#now) : undefined;
      case "cancel": {
        const isPlanned = model.waiting.some(({ at }) => at > this.#now.getTime());
        expect(await codeOf(caller.localAds.cancelChange(this.#store))).toBe(
          model.isEnabled ? "done" : "ChannelNotEnabled",
        );
        model.cancel(this.#now);
        if (isPlanned && !model.inForce && !model.waiting.length) model.end();
        return;
      }
      case "search":
        model.isSearchConnected = step.isConnected;
        return setSearch(this.#world, this.#store, step.isConnected);
      case "surroundings":
        await caller.stores.update({ ...this.#store, body: { areaType: step.areaType } });
        model.miles = step.areaType === "urban" ? 5 : 20;
        return;
      case "clocks": {
        const planned = model.waiting.find(({ at }) => at > this.#now.getTime());
        await caller.stores.update({ ...this.#store, body: { timezone: step.timezone } });
        const isOther = model.zone !== step.timezone;
        model.zone = step.timezone;
        if (planned && isOther) model.plan(planned.pence, this.#now, planned.date);
        return;
      }
      case "wait":
        return this.#world.advance(step.ms);
      case "run":
        return this.#run(step.workers, step.faults);
    }
  }

  async #run(workers: number, faults: (Fault | null)[]): Promise<void> {
    this.#ads.faults = [...faults];
    const runs = await Promise.allSettled(
      Array.from({ length: workers }, () => activateDueBudgets(this.#world.asSystem())),
    );
    const hit = faults.slice(0, faults.length - this.#ads.faults.length).filter((one) => one !== null);
    this.#ads.faults = [];
    if (hit.length) this.#isFaulty = true;
    else expect(runs.filter((run) => run.status === "rejected")).toEqual([]);
  }

  /** Copies accepted changes to the model, and compares the model with everything that is shown of the store. */
  async check(): Promise<void> {
    const { model } = this;
    const rows = await this.#changes();
    const due = model.due(this.#now);
    if (due && rows.some((row) => row.date === due.date && row.isMade)) {
      expect(await this.#ads.running(this.#store.storeId), "the ads service has what is recorded").toBe(
        model.wanted(this.#now),
      );
      model.make(this.#now);
    }
    expect(rows).toEqual([
      ...model.made.map(({ date, pence }) => ({ date, budget: pence, isMade: true })),
      ...model.waiting.map(({ date, pence }) => ({ date, budget: pence, isMade: false })),
    ]);
    const record = (await createCaller(this.#world.ctx).channels.list(this.#store)).find(
      ({ id }) => id === "local_ads",
    );
    const last = model.waiting.at(-1);
    if (!model.isEnabled) expect(record).toBeUndefined();
    else {
      expect(record).toMatchObject({
        dailyBudget: model.inForce / 100,
        status: model.isSearchConnected && model.inForce ? "connected" : "pending",
        upcomingChange: last ? { dailyBudget: last.pence / 100 } : null,
      });
      expect(last && new Date(record?.upcomingChange?.activates ?? "").getTime()).toBe(last?.at);
      const ids = record?.warnings.map(({ id }) => id) ?? [];
      expect(ids.includes("SearchChannelNotConnected")).toBe(!model.isSearchConnected);
      if (ids.includes("BudgetChangeDelayed")) expect(model.due(this.#now)).toBeDefined();
    }
    await this.#checkEvents(record && { status: record.status, warnings: record.warnings });
  }

  async #checkEvents(now: object | undefined): Promise<void> {
    const rows = await this.#world.ctx.db.query<{ data: string }>(
      `SELECT data FROM store_event WHERE retailer_id = $1 AND store_id = $2 AND subject = 'channel:local_ads'
       ORDER BY sequence`,
      [this.#store.retailerId, this.#store.storeId],
    );
    const published = rows.map(({ data }): unknown => JSON.parse(data));
    if (now) expect(published.at(-1)).toMatchObject(now);
  }

  /** At the end, when the ads service is healthy again, all states agree, and no further call is made. */
  async settle(): Promise<void> {
    for (const ms of [0, 2 * HOUR]) {
      this.#world.advance(ms);
      await this.#run(1, []);
      await this.check();
    }
    expect(this.model.due(this.#now)).toBeUndefined();
    const wanted = this.model.wanted(this.#now);
    expect(await this.#ads.running(this.#store.storeId)).toBe(wanted);
    if (wanted) expect((await this.#ads.readCampaign(this.#store.storeId))?.area?.miles).toBe(this.model.miles);
    const calls = this.#ads.calls.length;
    await this.#run(2, []);
    expect(this.#ads.calls.length).toBe(calls);
    if (!this.#isFaulty) expect(this.#ads.needless).toEqual([]);
  }

  #changes() {
    return this.#world.ctx.db.query<{ date: string; budget: number; isMade: boolean }>(
      `SELECT to_char(local_date, 'YYYY-MM-DD') AS date, budget, made_at IS NOT NULL AS "isMade" FROM budget_change
       WHERE retailer_id = $1 AND store_id = $2 ORDER BY local_date`,
      [this.#store.retailerId, this.#store.storeId],
    );
  }
}

test("after any faults, only wanted budgets were sent, and record, events and ads service agree", async () => {
  const ads = new FaultyAds();
  // The speed of real life, so that a failed call is not retried within the second.
  const world = await createTestContext({ providers: { ...createSandboxProviders(), ads, speed: 1 } });
  const play = async (steps: Step[]) => {
    world.setNow("2026-03-20T09:00:00Z");
    const store = await newAdsShop(world);
    const history = new History(world, ads, store);
    try {
      for (const one of steps) {
        await history.perform(one);
        await history.check();
      }
      await history.settle();
    } finally {
      // Removes the campaigns, so that the next history has the worker for itself.
      await world.ctx.db.query("DELETE FROM ads_campaign WHERE retailer_id = $1", [store.retailerId]);
    }
  };
  try {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30, size: "max" }), play), {
      numRuns: rounds(30),
      examples,
    });
  } finally {
    await world.close();
  }
}, 120_000);
