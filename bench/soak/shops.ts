import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createStaffMember } from "@highstreet/router/features/staff/index.ts";
import type { World } from "../lib/world.ts";
import type { Mix } from "./mix.ts";
import type { Receivers } from "./receivers.ts";
import { busyStoresSql } from "./soak.sql.ts";

export interface SoakStore {
  retailerId: string;
  storeId: string;
  /** Number of its endpoint. */
  endpoint: number;
}

/** A member of staff with a browser. */
export interface Person {
  retailerId: string;
  storeIds: string[];
  email: string;
  password: string;
  /** The session; empty before the first sign-in. */
  cookie: string;
}

export interface Shops {
  world: World;
  stores: SoakStore[];
  people: Person[];
  /** The products of every store. */
  barcodes: string[];
}

const RETAILERS = 5;
const STORES = 4;
const PRODUCTS = 500;
const MAX_WAIT_MS = 120_000;

/** Five shops with four stores each. Each store has an endpoint with its own address, each shop an owner. */
export async function openShops(world: World, receivers: Receivers): Promise<Shops> {
  const stores: SoakStore[] = [];
  const people: Person[] = [];
  for (let n = 0; n < RETAILERS; n++) {
    const { retailerId, storeIds } = await world.newShop(STORES, (one) => receivers.urlOf(n * STORES + one));
    stores.push(...storeIds.map((storeId, one) => ({ retailerId, storeId, endpoint: n * STORES + one })));
    const account = { email: `owner-${n}@shop.example`, password: randomBytes(12).toString("hex") };
    await createStaffMember(world.system, { retailerId, name: "Owner", role: "owner", ...account });
    people.push({ retailerId, storeIds, ...account, cookie: "" });
  }
  const barcodes = Array.from({ length: PRODUCTS }, (_, n) => String(5_000_000_000_000 + n));
  return { world, stores, people, barcodes };
}

/** One endpoint in ten. */
export function deadEndpoints({ stores }: Shops): number[] {
  return stores.map(({ endpoint }) => endpoint).filter((n) => n % 10 === Math.floor(n / 10) % 2);
}

/** Signs every person in at the console, as the page does. */
export async function signInAll({ people }: Shops, mix: Mix, consoleUrl: string): Promise<void> {
  for (const person of people) {
    const { path, method, headers, body = null } = mix.signIn(person);
    const answer = await fetch(`${consoleUrl}${path}`, { method, headers, body });
    if (!answer.ok) throw new Error(`a sign-in was answered by ${answer.status}: ${await answer.text()}`);
    person.cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
  }
}

/**
 * Waits until nothing is left to send.
 * @param but endpoints that do not answer
 * @throws Error after two minutes
 */
export async function untilSent({ world, stores }: Shops, but: number[] = []): Promise<void> {
  const dead = stores.filter(({ endpoint }) => but.includes(endpoint)).map(({ storeId }) => storeId);
  const latest = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const [row] = await world.db.query<{ busy: number }>(busyStoresSql, [dead]);
    if (row?.busy === 0) return;
    if (performance.now() > latest) throw new Error(`${row?.busy} stores still have something to send`);
    await delay(50);
  }
}

/** Does what an operator does after the outage of a receiver: has everything sent that waits or was given up. */
export async function recover(shops: Shops, origin: string): Promise<void> {
  const dead = deadEndpoints(shops);
  for (const { retailerId, storeId } of shops.stores.filter(({ endpoint }) => dead.includes(endpoint))) {
    for (const status of ["pending", "failed"]) {
      const path = `/v1/retailers/${retailerId}/stores/${storeId}/channels/webhooks/redeliveries`;
      const headers = { authorization: `Bearer ${shops.world.key}`, "content-type": "application/json" };
      const answer = await fetch(origin + path, { method: "POST", headers, body: JSON.stringify({ from: 1, status }) });
      if (!answer.ok) throw new Error(`redeliveries were answered by ${answer.status}: ${await answer.text()}`);
    }
  }
}

/** The streams of open pages, which hear of the changes of their shop. */
export class Streams {
  /** Notices of changes. */
  notices = 0;
  /** Streams that were refused, or ended by themselves. */
  readonly faults: string[] = [];

  /** Opens a stream for each person, until the signal. */
  async follow(people: Person[], consoleUrl: string, signal: AbortSignal): Promise<void> {
    await Promise.all(
      people.map(async (person) => {
        const why = await this.#listen(person, consoleUrl, signal).catch((error: unknown) => String(error));
        if (!signal.aborted) this.faults.push(`the stream of ${person.email}: ${why}`);
      }),
    );
  }

  async #listen({ retailerId, cookie }: Person, consoleUrl: string, signal: AbortSignal): Promise<string> {
    const input = encodeURIComponent(JSON.stringify({ retailerId }));
    const url = `${consoleUrl}/api/trpc/events.changes?input=${input}`;
    const answer = await fetch(url, { headers: { cookie, accept: "text/event-stream" }, signal });
    if (!answer.ok || !answer.body) return `answered by ${answer.status}`;
    for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
      this.notices += piece.match(/^data: \{"storeId"/gm)?.length ?? 0;
    }
    return "ended";
  }
}
