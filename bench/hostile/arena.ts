import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { freePort } from "@highstreet/db/testing/free-ports";
import { type FakeWooCommerce, startFakeWooCommerce } from "../../packages/connectors/tests/fake-woocommerce.ts";
import type { Lifetime } from "../../scripts/lifetime.ts";
import { type Service, startService } from "../lib/services.ts";
import { openWorld, type World } from "../lib/world.ts";

/** A hostile call, file, answer or handshake. */
export interface HostileCase {
  name: string;
  /** Makes what the attack needs. @returns the attack, which ends when it is refused or over, with the answer in a few words */
  prepare(arena: Arena): Promise<() => Promise<string>>;
}

/** The processes that cases attack, over one database. */
export interface Arena {
  /** Has the key of the attacking partner. */
  world: World;
  /** The address of the API. */
  origin: string;
  sftpPort: number;
  /** Answers for all shop systems. */
  shop: FakeWooCommerce;
  /** By name: the event loops that are measured. */
  services: Map<string, Service>;
  /** Another partner, who reads, and changes prices that a webhook receiver waits for. */
  others(): { end(): Promise<OthersWaits> };
}

/** Times in ms: of each GET, and from each answered price change to its webhook call. */
interface OthersWaits {
  gets: number[];
  deliveries: number[];
}

/** Starts REST, a worker and SFTP. */
export async function openArena(life: Lifetime): Promise<Arena> {
  const world = await openWorld(life);
  const other = await world.newPartner();
  const shop = await startFakeWooCommerce();
  life.onEnd(shop.close);
  const sftpPort = await freePort();
  const env = { HIGHSTREET_CONNECTORS_URL: shop.origin };
  const rest = await startService(life, world, "rest", env);
  const services = new Map([
    ["REST", rest],
    ["worker", await startService(life, world, "worker", env)],
    ["SFTP", await startService(life, world, "sftp", { ...env, HIGHSTREET_SFTP_PORT: String(sftpPort) })],
  ]);
  const { origin } = rest;
  const thread = new Worker(new URL("other-partner.ts", import.meta.url), { workerData: { origin, ...other } });
  await once(thread, "message");
  return {
    world,
    origin,
    sftpPort,
    shop,
    services,
    others: () => {
      thread.postMessage("begin");
      return {
        end: async () => {
          const waits = once(thread, "message");
          thread.postMessage("end");
          return (await waits)[0] as OthersWaits;
        },
      };
    },
  };
}
