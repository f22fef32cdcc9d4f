import type { Prisma } from "@highstreet/db";
import {
  type Completion,
  type DeliveryHost,
  type EndpointPing,
  type HeldEndpoint,
  holdsLease,
  type Lease,
  MAX_TRIES,
  settlePingOf,
} from "@highstreet/delivery";
import type { Warning } from "../../core/channels/channel.schema.ts";
import { eventBody, lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { lockEndpointSql } from "./endpoints.sql.ts";
import { alertFields, changeEndpoint, endpointPing, endpointWarnings, noteEndpointAlert } from "./internal/endpoint.ts";
import { openSealed, openSecrets } from "./internal/signing-secrets.ts";

export function deliveryHost(ctx: Context): DeliveryHost {
  return {
    eventBody,
    openSecrets: (signer, sealed) => openSecrets(ctx.vault, signer, sealed),
    openHeaders: (endpointId, sealed) => openSealed(ctx.vault, { endpointId }, sealed).headers,
    settlePing: (lease, done) => settlePing(ctx, lease, done),
    warnOfFailing: (lease, isFailing) => warnOfFailing(ctx, lease, isFailing),
    endpointPing,
    settleEndpointPing: (lease, ping) => settleEndpointPing(ctx, lease, ping),
    warnOfFailingEndpoint: (lease, isFailing) => {
      const { failing } = endpointWarnings;
      return changeRecord(ctx, lease, isFailing ? { add: failing } : { remove: failing });
    },
  };
}

/**
 * The call that verifies an endpoint. After a 2xx the channel is connected. After a failure it has a warning, and after the usual tries the
 * ping is repeated every hour.
 * @param done `dueAt` is the time of the next ping
 * @returns false if the lease was lost. Then nothing is recorded
 */
async function settlePing(ctx: Context, lease: Lease, done: Completion): Promise<boolean> {
  const now = ctx.now();
  const { retailerId, storeId } = lease;
  const { sequence } = done;
  const isAnswered = done.result === "delivered";
  const isGivenUp = !isAnswered && done.tries >= MAX_TRIES;
  return ctx.db.transaction(lease, async (tx) => {
    await lockStores(tx, retailerId, [storeId]);
    if (!(await holdsLease(tx, lease))) return false;
    const outcome = isAnswered ? "delivered" : isGivenUp ? "failed" : "retrying";
    const { status, ms: durationMs, answer, at: attemptedAt, try: attempt } = done;
    const call = { attempt, attemptedAt, status, durationMs, answer, endpoint: lease.endpoint };
    await tx.prisma.deliveryAttempt.createMany({ data: { retailerId, storeId, sequence, outcome, ...call } });
    if (isAnswered) {
      await tx.prisma.deliveryRetry.deleteMany({ where: { retailerId, storeId, sequence } });
      await changeEndpoint(tx, lease, { status: "connected", remove: endpointWarnings.verificationFailed }, now);
      return true;
    }
    const { try: attempts, dueAt } = done;
    await tx.prisma.deliveryRetry.updateMany({
      where: { retailerId, storeId, sequence },
      data: { tries: Math.min(done.tries, MAX_TRIES), attempts, ...(dueAt && { dueAt }) },
    });
    await changeEndpoint(tx, lease, { add: endpointWarnings.verificationFailed }, now);
    return true;
  });
}

/** @returns false if the lease was lost */
async function warnOfFailing(ctx: Context, lease: Lease, isFailing: boolean): Promise<boolean> {
  const now = ctx.now();
  return ctx.db.transaction(lease, async (tx) => {
    await lockStores(tx, lease.retailerId, [lease.storeId]);
    if (!(await holdsLease(tx, lease))) return false;
    const { failing } = endpointWarnings;
    await changeEndpoint(tx, lease, isFailing ? { add: failing } : { remove: failing }, now);
    return true;
  });
}

interface RecordChange {
  status?: "connected";
  add?: Warning;
  remove?: Warning;
  ping?: EndpointPing;
}

/** Changes the record of an endpoint under its lease. @returns false if the lease was lost */
async function changeRecord(ctx: Context, { endpointId, epoch }: HeldEndpoint, change: RecordChange): Promise<boolean> {
  const now = ctx.now();
  return ctx.db.transaction("no shop", async (tx) => {
    const [found] = await tx.query<{ warnings: Warning[]; followsFrom: Date | null }>(lockEndpointSql, [endpointId]);
    if (!found || !(await settlePingOf(tx, { endpointId, epoch }, change.ping))) return false;
    const ids = [change.add?.id, change.remove?.id];
    const rest = found.warnings.filter(({ id }) => !ids.includes(id));
    const row = await tx.prisma.webhookEndpoint.update({
      where: { id: endpointId },
      data: {
        ...(change.status && { status: change.status }),
        warnings: (change.add ? [...rest, change.add] : rest) as Prisma.InputJsonValue,
        // A process that died after the creation has not written it.
        followsFrom: found.followsFrom ?? now,
        updatedAt: now,
      },
      select: alertFields,
    });
    await noteEndpointAlert(tx, row, now);
    return true;
  });
}

/** After a 2xx the endpoint is connected. After a failure it has a warning, and the ping is repeated, in the end every hour. */
async function settleEndpointPing(ctx: Context, lease: HeldEndpoint, ping: EndpointPing): Promise<boolean> {
  const { verificationFailed } = endpointWarnings;
  const change: RecordChange = ping.isAccepted
    ? { status: "connected", remove: verificationFailed }
    : { add: verificationFailed };
  return changeRecord(ctx, lease, { ...change, ping });
}
