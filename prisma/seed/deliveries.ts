import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as after } from "node:timers/promises";
import { DeliveryEngine, readBacklog } from "@highstreet/delivery";
import type { Context } from "@highstreet/router";
import { deliveryHost } from "@highstreet/router/features/webhooks/index.ts";

const PAUSE_MS = 5;

export interface Deliveries {
  webhookUrl: string;
  /** Sends all events and retries that are due before a time. Sets the clock to the time of each retry. */
  sendUntil: (time: Date) => Promise<void>;
  close: () => Promise<void>;
}

/** The status of a receiver that fails now and then: some events at the first try, a few at every try. */
function receiverOf(): (body: string) => number {
  const seen = new Set<string>();
  return (body) => {
    const { barcode = "" } = (JSON.parse(body) as { data?: { barcode?: string } }).data ?? {};
    if (barcode.endsWith("9B")) return 422;
    const isFirst = !seen.has(body);
    seen.add(body);
    return isFirst && barcode.endsWith("17") ? 500 : 204;
  };
}

/** Runs the delivery engine and a receiver in this process. */
export async function openDeliveries(ctx: Context, setNow: (time: Date) => void): Promise<Deliveries> {
  const { db, now, settings } = ctx;
  const statusOf = receiverOf();
  const receiver = createServer((request, response) => {
    void text(request).then((body) => response.writeHead(statusOf(body)).end());
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const log = { error: (fields: object, message: string) => console.error(message, fields) };
  const engine = new DeliveryEngine({ db, now, host: deliveryHost(ctx), settings, log });
  await engine.start();

  const sendDue = async (): Promise<void> => {
    while ((await readBacklog(db, now())).dueStores) {
      engine.poke();
      await after(PAUSE_MS);
    }
  };
  return {
    webhookUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/stock`,
    sendUntil: async (time) => {
      for (;;) {
        await sendDue();
        const retry = await db.prisma.deliveryRetry.findFirst({
          where: { dueAt: { gt: now(), lt: time } },
          orderBy: { dueAt: "asc" },
        });
        if (!retry) return;
        setNow(retry.dueAt);
      }
    },
    close: async () => {
      await engine.stop();
      receiver.close();
      receiver.closeAllConnections();
    },
  };
}
