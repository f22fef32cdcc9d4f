import type { CallResult } from "@highstreet/outbound";
import type { Written } from "../../src/core/mail/index.ts";
import { recordAlerts } from "../../src/core/stores/index.ts";
import type { AlertKind } from "../../src/features/alerts/alerts.schema.ts";
import { announceAlerts } from "../../src/features/alerts/announce-alerts.ts";
import { writeAlerts } from "../../src/features/alerts/write-alerts.ts";
import type { Context } from "../../src/kernel/context.ts";
import { createTestTeam } from "../staff/test-team.ts";

/** A team with e-mail, and a store with problems. */
export async function createAlertShop() {
  const t = await createTestTeam();
  const { ids } = await t.store(t.shop.id, { name: "High Street" });
  const worker: Context = t.withMail(t.asSystem());
  const { prisma } = t.ctx.db;
  return {
    ...t,
    ids,
    worker,
    /** Begins a problem or, without a message, ends it. */
    note: (kind: AlertKind, message: string | null = `About ${kind}.`, store = ids) =>
      t.ctx.db.transaction(store, async (tx) => await recordAlerts(tx, store, [{ kind, message }], t.ctx.now())),
    /** The e-mails that wait, as they would be sent. Empties the queue. */
    mails: async (): Promise<(Written & { to: string })[]> => {
      const queued = await prisma.mail.findMany({ where: { kind: "alerts" }, orderBy: { id: "asc" } });
      await prisma.mail.deleteMany();
      const written = await Promise.all(
        queued.map(async (mail) => ({ to: mail.recipient, written: await writeAlerts(worker, mail) })),
      );
      return written.flatMap(({ to, written: mail }) => (mail ? [{ to, ...mail }] : []));
    },
    announce: () => announceAlerts(worker),
    /** A worker whose receiver answers with a status; `null` never answers. */
    workerWith: (status: number | null) => {
      const calls: { headers: Record<string, string>; body: string }[] = [];
      const send: Context["sender"]["send"] = ({ headers, body }) => {
        calls.push({ headers, body });
        const answer: CallResult = {
          ...{ isRefused: false, isUnreachable: false, ms: 1, retryAfter: undefined },
          ...{ status, answer: "said" },
        };
        const result = status === null ? new Promise<never>(() => undefined) : Promise.resolve(answer);
        return { result, abort: () => undefined };
      };
      return { calls, ctx: { ...worker, sender: { send } } };
    },
  };
}
