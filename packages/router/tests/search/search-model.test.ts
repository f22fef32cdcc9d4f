import { createSandboxProviders, ProviderError } from "@highstreet/providers";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { rounds } from "@highstreet/telemetry/testing/rounds";
import { TRPCError } from "@trpc/server";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { acceptInvitations, checkSearchChannels, giveUpLocations } from "../../src/features/search/index.ts";
import type { Context } from "../../src/kernel/context.ts";
import { createCaller } from "../../src/router.ts";
import { publishedStatesOf, readSearch } from "./search-life.ts";
import { type Fault, Killed, SearchWorld } from "./search-world.ts";

const HOUR = 3_600_000;
const RUNS = rounds(40);

let world = new SearchWorld();
const { ads } = createSandboxProviders();
const search = new Proxy(world.search, { get: (_inner, name) => Reflect.get(world.search, name) });
let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ providers: { search, ads, speed: 1 } });
});
afterAll(() => test.close());

function isExpected(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isExpected);
  if (error instanceof TRPCError) return isExpected(error.cause);
  return error instanceof Killed || error instanceof ProviderError;
}

/** @param canMismatch whether the call can name another store code than the profile */
async function isAccepted(call: Promise<unknown>, canMismatch: boolean): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (canMismatch && error instanceof TRPCError && /the store code/.test(error.message)) return false;
    throw error;
  }
}

type Ids = { retailerId: string; storeId: string };

/** A store of a partner and the location that it wants. `enabled` counts the times that its channel was enabled. */
interface Shop {
  ids: Ids;
  partnerId: string;
  ctx: Context;
  locationId: string | null;
  enabled: number;
}

/** Chooses the first shop most often, so that a history completes the setup of one shop. */
const which = fc.constantFrom(0, 0, 0, 1, 1, 2);
const enabling = fc.record({
  do: fc.constant("enable"),
  shop: which,
  place: which,
  code: fc.constantFrom(0, 0, 0, 1, 2),
});
const removing = fc.record({ do: fc.constant("remove"), shop: which });
const step = fc.oneof(
  { weight: 4, arbitrary: enabling },
  { weight: 2, arbitrary: removing },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("meanwhile"),
      after: fc.nat(6),
      inside: fc.oneof(enabling, removing),
      isBefore: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("invite"), place: which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("withdraw"), place: which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("stray"), place: which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("label"), place: which, shop: which, isAdded: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("turn"), place: which, what: fc.nat(4) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("approve"), place: which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("fail"),
      after: fc.nat(6),
      fault: fc.constantFrom<Fault>(
        ...(["kill-before", "kill-after", "kill-after", "lost-after", "unavailable", "quota", "refused"] as const),
      ),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant("work"), job: fc.constantFrom(0, 1, 2, 3, 4, 4, 4), shop: which }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("wait"), ms: fc.constantFrom(1_000, 60_000, HOUR, 48 * HOUR) }) },
);

type Step = {
  do: string;
  shop?: number;
  place?: number;
  code?: number;
  what?: number;
  after?: number;
  fault?: Fault;
  job?: number;
  ms?: number;
  inside?: Step;
  isBefore?: boolean;
  isAdded?: boolean;
};

async function newShops(): Promise<Shop[]> {
  const { partnerId, key } = await test.newPartner();
  const [ours, theirs] = [test.ctx, test.asKey({ partnerId, keyId: key.id })];
  const [one, other] = [await test.retailer({}, ours), await test.retailer({}, theirs)];
  const shop = async (retailerId: string, ctx: Context): Promise<Shop> => {
    const { ids } = await test.store(retailerId, {}, ctx);
    return { ids, ctx, partnerId: ctx === ours ? "ours" : "theirs", locationId: null, enabled: 0 };
  };
  return [await shop(one.id, ours), await shop(one.id, ours), await shop(other.id, theirs)];
}

let places = 0;

/** Names a store since its channel was last enabled. */
const nameOf = ({ ids, enabled }: Shop): string => `${ids.storeId} ${enabled}`;

/** A history of three shops and three locations, with the shops that may get access to each. */
class History {
  readonly shops: Shop[];
  readonly ids: string[];
  /** By location: the stores and partners that waited for the location when we last got access to it. */
  readonly waited = new Map<string, Set<string>>();
  readonly partners = new Map<string, Set<string>>();
  /** Stores with a code that was in the labels of their location at any time. */
  readonly vouched = new Set<string>();
  /** The store of each location that the owner chooses at the end. */
  readonly chosen = new Map<string, Shop>();

  constructor(shops: Shop[]) {
    this.shops = shops;
    this.ids = [1, 2, 3].map(() => String(++places));
    world.onOpen = (locationId) => {
      const waiting = shops.filter((shop) => shop.locationId === locationId);
      this.waited.set(locationId, new Set(waiting.map(nameOf)));
      this.partners.set(locationId, new Set(waiting.map(({ partnerId }) => partnerId)));
    };
  }

  async work(job: number, shop: Shop): Promise<void> {
    if (job === 4) {
      test.advance(HOUR);
      for (const one of [1, 0, 1, 2]) await this.work(one, shop);
      return;
    }
    const system = test.asSystem();
    const [run] = [acceptInvitations, checkSearchChannels, giveUpLocations].slice(job);
    const call = run ? run(system) : createCaller(shop.ctx).channels.check(shop.ids);
    // After a killed worker and after a failed run, the next run continues.
    await Promise.resolve(call).catch((error: unknown) => {
      if (!isExpected(error)) throw error;
    });
  }

  async take(taken: Step): Promise<void> {
    const shop = this.shops[taken.shop ?? 0] as Shop;
    const id = this.ids[taken.place ?? 0] as string;
    const location = world.at(id);
    switch (taken.do) {
      case "enable": {
        const storeCode = taken.code ? `CODE-${taken.code}-${places}` : null;
        const body = { type: "search" as const, parameters: { locationId: id, storeCode } };
        const call = createCaller(shop.ctx).channels.enable({ ...shop.ids, body });
        // A code that differs from the profile's is refused and changes nothing.
        if (!(await isAccepted(call, shop.locationId === id))) return;
        if (shop.locationId !== id) Object.assign(shop, { locationId: id, enabled: shop.enabled + 1 });
        return;
      }
      case "remove":
        if (!shop.locationId) return;
        await createCaller(shop.ctx).channels.remove({ ...shop.ids, type: "search" });
        shop.locationId = null;
        return;
      case "invite":
        location.isInvited = !location.isOpen;
        return;
      case "withdraw":
        Object.assign(location, { isOpen: false, isInvited: false, isStray: false });
        return;
      case "stray":
        if (!location.isOpen) world.open(id, { isStray: true });
        return;
      case "label":
        location.labels = taken.isAdded ? [...location.labels, ...(await this.label(shop, id))] : [];
        return;
      case "turn":
        if (taken.what === 0) location.standing = location.standing === "good" ? "suspended" : "good";
        if (taken.what === 1) location.isMatched = !location.isMatched;
        if (taken.what === 2) location.isApproved = false;
        if (taken.what === 3) location.storeCode = location.storeCode ? null : `OWN-${id}`;
        return;
      case "approve":
        location.isApproved = true;
        return;
      case "fail":
        world.faults = [...Array(taken.after ?? 0).fill(undefined), taken.fault];
        return;
      case "meanwhile": {
        const { inside, isBefore = false } = taken;
        const run = async () => {
          if (inside) await this.take(inside);
          await this.work(2, shop);
        };
        world.meanwhile = [...Array(taken.after ?? 0).fill(undefined), { isBefore, run }];
        return;
      }
      case "wait":
        test.advance(taken.ms ?? 0);
        return;
      default:
        await this.work(taken.job ?? 0, shop);
    }
  }

  /** The label that links a location to a store. */
  async label(shop: Shop, locationId: string): Promise<string[]> {
    const setup = await createCaller(shop.ctx).channels.setup(shop.ids);
    if (!setup) return [];
    if (setup.locationId === locationId) this.vouched.add(nameOf(shop));
    return [`window, ${setup.verificationCode.toLowerCase().replaceAll("-", " ")}`];
  }

  /**
   * Checks that each location serves the right store, that the last event matches the channel, and that no forbidden call was made.
   */
  async check(): Promise<void> {
    expect(world.wrong).toEqual([]);
    for (const shop of this.shops) {
      const { ids, locationId, ctx } = shop;
      const setup = await createCaller(ctx).channels.setup(ids);
      expect(setup?.locationId ?? null).toBe(locationId);
      if (setup?.steps[0]?.doneAt && locationId && !this.vouched.has(nameOf(shop))) {
        expect([...(this.waited.get(locationId) ?? [])]).toContain(nameOf(shop));
        expect([...(this.partners.get(locationId) ?? [])]).toEqual([shop.partnerId]);
      }
      const published = await publishedStatesOf(test, ids);
      const channel = await readSearch({ ...test, ctx }, ids);
      if (channel) expect(published.at(-1)).toBe([channel.status, ...channel.warnings.map(({ id }) => id)].join(" "));
    }
  }

  /** Ends all faults, lets every owner invite us, and advances the clock. At the end everything must be right. */
  async settle(): Promise<void> {
    world.faults = [];
    world.meanwhile = [];
    for (let round = 0; round < 12; round++) {
      test.advance(HOUR + 1);
      for (const id of this.ids) {
        world.at(id).isInvited = !world.at(id).isOpen;
        // In the end each owner adds the code of one store, which the history has chosen.
        const wanting = this.shops.filter(({ locationId }) => locationId === id);
        const chosen = wanting[Number(id) % wanting.length];
        if (round === 0) world.at(id).labels = chosen ? await this.label(chosen, id) : [];
        if (chosen) this.chosen.set(id, chosen);
      }
      for (const job of [1, 0, 1, 2]) await this.work(job, this.shops[0] as Shop);
    }
    const system = test.asSystem();
    expect(await giveUpLocations(system)).toBe(0);
    for (const id of this.ids) await this.expectSettled(id);
  }

  async expectSettled(id: string): Promise<void> {
    const wanting = this.shops.filter(({ locationId }) => locationId === id);
    const { isOpen, isStray, standing, isMatched, isApproved, storeCode } = world.at(id);
    // Without a store that wants the location, we keep only access that we do not know of (`isStray`).
    expect([id, isOpen]).toEqual([id, wanting.length > 0 || isStray]);
    const channels = await Promise.all(wanting.map(({ ids, ctx }) => readSearch({ ...test, ctx }, ids)));
    const warned = channels.map((channel) => channel?.warnings.map((warning) => warning.id) ?? []);
    const served = warned.filter(([first]) => first !== "LocationUnavailable");
    expect(served.length).toBe(Math.min(1, wanting.length));
    const at = warned.indexOf(served[0] ?? []);
    expect([id, wanting[at]?.partnerId]).toEqual([id, this.chosen.get(id)?.partnerId]);
    const channel = channels[at];
    if (!channel) return;
    const given = channel.parameters.storeCode;
    const isConnected = channel.status === "connected";
    if (isConnected) {
      expect({ isMatched, isApproved, storeCode }).toEqual({ isMatched: true, isApproved: true, storeCode: given });
      const known = [...world.stores.values()].filter(({ locationId }) => locationId === id);
      expect(known.map((store) => store.storeCode)).toContain(given);
    } else if (standing === "good" && isMatched && isApproved) {
      // Another location has the given code, or the profile has another code.
      expect(["StoreCodeMismatch", "StoreCodeTaken"]).toContain(served[0]?.[0]);
    }
  }
}

it("after any faults and kills, record, events and provider agree at the end, and no step runs twice", {
  timeout: 180_000 + RUNS * 5_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      world = new SearchWorld();
      const history = new History(await newShops());
      for (const taken of steps) {
        await history.take(taken as Step);
        if (taken.do === "work") await history.check();
      }
      await history.settle();
      await history.check();
      // Removes the shops, so that the next history has the database for itself.
      for (const { ids, locationId, ctx } of history.shops) {
        if (locationId) await createCaller(ctx).channels.remove({ ...ids, type: "search" });
      }
      await giveUpLocations(test.asSystem());
    }),
    { numRuns: RUNS },
  );
});
