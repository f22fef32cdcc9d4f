import { performance } from "node:perf_hooks";
import { readByInside, recordAll } from "../../packages/db/src/testing-explain.ts";
import type { Context } from "../../packages/router/src/kernel/context.ts";
import { createCaller } from "../../packages/router/src/router.ts";
import { median } from "../lib/statistics.ts";
import type { Scaled } from "./arena.ts";
import { openSignIn } from "./sign-in.ts";

/** The cost of a call. */
export interface Cost {
  /** Median time in ms. */
  ms: number;
  /** Blocks of 8 KiB that its statements read. */
  blocks: number;
  /** Bytes of the answer as JSON. */
  bytes: number;
}

const ROUNDS = 15;

async function costOf({ db }: Scaled, call: () => Promise<unknown>): Promise<Cost> {
  const answer = await call();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  const sent = await recordAll(db.pool, call);
  // A sign-in writes rows, which a second run of its statements would write again.
  await db.prisma.session.deleteMany();
  const client = await db.pool.connect();
  let blocks = 0;
  try {
    for (const one of sent) blocks += (await readByInside(client, one, "force_custom_plan")).blocks;
  } finally {
    client.release();
  }
  return { ms: median(times), blocks, bytes: JSON.stringify(answer ?? null).length };
}

/** The calls that people and partners make most, with their costs. */
export async function measureCalls(arena: Scaled): Promise<Record<string, Cost>> {
  const { ctx, db, made } = arena;
  const key = createCaller(ctx);
  const staff = async (email: string, isPartner: boolean): Promise<Context> => {
    const user = await db.prisma.user.findUniqueOrThrow({ where: { email }, include: { memberships: true } });
    const roles = new Map(user.memberships.map(({ retailerId, role }) => [retailerId, role]));
    const { partnerId } = made;
    return { ...ctx, actor: { kind: "staff", userId: user.id, name: user.name, roles, partnerId, isPartner } };
  };
  const owner = createCaller(await staff(made.owner, false));
  const partner = createCaller(await staff(made.partner, true));
  const retailerId = made.retailers[made.retailers.length >> 1] ?? "";
  const middle = `n${Buffer.from(retailerId).toString("base64url")}`;
  const signIn = await openSignIn(arena);
  const calls: Record<string, () => Promise<unknown>> = {
    "sign-in of an owner": () => signIn(made.owner),
    "sign-in of a partner": () => signIn(made.partner),
    "GET /retailers?page[size]=100": () => key.retailers.list({ page: { size: 100 } }),
    "GET /retailers, from the middle": () => key.retailers.list({ page: { size: 100, after: middle } }),
    "GET /retailers/{r}": () => key.retailers.get({ retailerId }),
    "GET /retailers/{r}/stores": () => key.stores.list({ retailerId, page: { size: 100 } }),
    "the shop switcher of an owner": () => owner.staff.me(),
    "the shop switcher of a partner": () => partner.staff.me(),
    "the shop switcher, searched": () => partner.staff.findShops({ q: "Shop 20" }),
    "the fleet page": () => partner.fleet.list({}),
    "the fleet page, searched": () => partner.fleet.list({ q: "Street 99" }),
    "the fleet page, nothing found": () => partner.fleet.list({ q: "nowhere" }),
  };
  const costs: Record<string, Cost> = {};
  for (const [name, call] of Object.entries(calls)) costs[name] = await costOf(arena, call);
  return costs;
}
