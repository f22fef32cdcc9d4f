import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Child } from "@highstreet/feeds/start-child.ts";
import { catalogue } from "./catalogue.ts";
import type { OpenedConnector } from "./connectors.ts";
import { ConnectorError, limitsOf, type PullLimits, pullLimits, unusable } from "./limits.ts";
import type { Order, Report } from "./shop-main.ts";

export interface ShopOptions {
  allowLocalWebhooks: boolean;
  /** Origin of a fake of all shop systems, for tests and demos. */
  standIn: string | undefined;
  limits?: Partial<PullLimits>;
}

/**
 * Opens a shop system in a process of its own, with a deadline and the limits of `pullLimits`. This process parses nothing that the shop
 * system sends. Only the time counts in which an answer is awaited.
 * @throws Error for an unknown connector
 */
export function openShop(id: string, credential: unknown, options: ShopOptions): OpenedConnector {
  const name = catalogue.find((one) => one.id === id)?.label;
  if (name === undefined) throw new Error(`there is no connector ${id}`);
  const check = limitsOf(name, { ...pullLimits, ...options.limits });
  let failure: Error | undefined;
  let spentMs = 0;
  let running: (PromiseWithResolvers<Report> & { since: number }) | undefined;
  const end = (error: unknown): void => {
    failure ??= error as Error;
    running?.reject(failure);
    clearInterval(watch);
    child.end();
  };
  // biome-ignore lint/style/noProcessEnv: Node reads this setting itself, and the process of a pull must trust the same certificates
  const { NODE_EXTRA_CA_CERTS } = process.env;
  const child = new Child<Order, Report>({
    program: join(dirname(fileURLToPath(import.meta.url)), "shop-main.ts"),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS },
    onReport: (report) => {
      if ("failed" in report) end(new ConnectorError(report.kind, report.failed));
      else running?.resolve(report);
    },
    onEnd: ({ isStarted, cause }) => {
      const reason = "sent data that takes more memory or time than one pull may take";
      end(isStarted ? unusable(name, reason) : new Error("the process of a pull did not start", { cause }));
    },
  });
  const watch = setInterval(() => {
    try {
      if (running) check("minutes", (spentMs + performance.now() - running.since) / 60_000);
    } catch (error) {
      end(error);
    }
  }, 1_000);
  const ask = async <Answer extends Report>(order: Order): Promise<Answer> => {
    if (failure) throw failure;
    const since = performance.now();
    running = { ...Promise.withResolvers<Report>(), since };
    child.send(order);
    try {
      return (await running.promise) as Answer;
    } finally {
      running = undefined;
      spentMs += performance.now() - since;
    }
  };
  child.send({ open: { id, credential, options } });
  return {
    open: {
      locations: async () => (await ask<Extract<Report, { locations: unknown }>>({ list: "locations" })).locations,
      async *items(since) {
        for (let order: Order = { list: "items", since }; ; order = { list: "more" }) {
          const { items, isLast } = await ask<Extract<Report, { items: unknown }>>(order);
          yield* items;
          if (isLast) return end(new Error("all items were read"));
        }
      },
    },
    close: async () => end(new Error("the pull is closed")),
  };
}
