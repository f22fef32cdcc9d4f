import type { Database, SqlTx } from "@highstreet/db";
import type { Actor, Context } from "../kernel/context.ts";
import { unauthorized } from "../kernel/errors.ts";
import { findValidKey, findValidUploadKey, holdPartnerRole, holdShopRole } from "../kernel/kernel.sql.ts";
import { type Meta, type Role, roleAllows } from "../kernel/roles.schema.ts";
import { insufficientRole, roleAt } from "./authorize.ts";
import { storesOf } from "./find-retailer.ts";

/**
 * The partner for which a call counts; undefined for a caller without a partner.
 * @param retailerId the retailer of the call. A person can have roles at retailers of several partners
 */
export function partnerOf(actor: Actor | null, retailerId = ""): string | undefined {
  if (actor?.kind === "staff") return actor.partners?.get(retailerId.toLowerCase()) ?? actor.partnerId;
  return actor && "partnerId" in actor ? actor.partnerId : undefined;
}

/**
 * The database for the calls of an actor, with the partner's share of this process as limit (`Database.shareOf`). Use this
 * function where a context is created. The guard of the procedures calls it again for staff, because only the input names the retailer.
 */
export function databaseOf(db: Database, actor: Actor | null, retailerId?: string): Database {
  const partnerId = partnerOf(actor, retailerId);
  return partnerId === undefined ? db : db.shareOf(partnerId);
}

/** All methods of a database that open a transaction. The type requires that the guard covers each of them. */
type Transactions = { [Name in keyof Database as Name extends `${string}ransaction` ? Name : never]: Database[Name] };

/**
 * Returns a context. Its transactions run `check` before they commit, under the locks that they hold. If `check` throws, the
 * transaction rolls back. For long calls: the key or claim that admitted the call may be invalid at the end.
 */
export function withCommitGuard(ctx: Context, check: (tx: SqlTx) => Promise<void>): Context {
  const guarded =
    <Tx extends SqlTx, T>(work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      const result = await work(tx);
      await check(tx);
      return result;
    };
  const guard = (db: Database): Database => {
    const transactions: Transactions = {
      transaction: (scope, work, options) => db.transaction(scope, guarded(work), options),
      sqlTransaction: (scope, work, options) => db.sqlTransaction(scope, guarded(work), options),
      bulkTransaction: (scope, size, work, options) => db.bulkTransaction(scope, size, guarded(work), options),
    };
    return { ...db, ...transactions, shareOf: (partnerId) => guard(db.shareOf(partnerId)) };
  };
  return { ...ctx, db: guard(ctx.db) };
}

/** @throws Unauthorized if the key of the call is revoked, replaced or expired */
async function checkKey({ actor, now }: Context, tx: SqlTx): Promise<void> {
  if (actor?.kind === "key") {
    const [found] = await tx.query(findValidKey, [actor.keyId, now()]);
    if (!found) throw unauthorized("key");
  }
  if (actor?.kind === "upload") {
    const [found] = await tx.query(findValidUploadKey, [actor.retailerId, actor.storeId, actor.keyId]);
    if (!found) throw unauthorized("uploadKey");
  }
}

type Staff = Extract<Actor, { kind: "staff" }>;
type Held = { role: Role | "partner"; covers: boolean };

/**
 * Checks that the person still has the role that admitted the call, and holds it until the transaction ends.
 * @throws Unauthorized if the role has ended; InsufficientScope if it has fallen too low or has lost a store
 */
async function checkRole(tx: SqlTx, actor: Staff, meta: Meta, retailerId = ""): Promise<void> {
  const { roles, userId, partnerId } = actor;
  const stores = storesOf(actor, retailerId);
  const [found] = roles.has(retailerId)
    ? await tx.query<Held>(holdShopRole, [retailerId, userId, stores ? [...stores] : null])
    : await tx.query<Held>(holdPartnerRole, [partnerId, userId]);
  if (!found) throw unauthorized("person");
  if (!found.covers || !roleAllows(found.role, meta)) throw insufficientRole(found.role, meta, !found.covers);
}

/**
 * Returns a context. Its transactions do not commit after the caller's key is revoked, replaced or expired, or after a person's role
 * has ended, fallen or lost a store. A call can take half an hour from its authentication to its commit.
 * @param retailerId the retailer of a person's call
 */
export function whileCallerMay(ctx: Context, meta: Meta, retailerId: string | undefined): Context {
  const { actor } = ctx;
  if (actor?.kind === "key" || actor?.kind === "upload") return withCommitGuard(ctx, (tx) => checkKey(ctx, tx));
  // A person without a role reaches no row (`findRetailer`).
  if (actor?.kind !== "staff" || !roleAt(actor, retailerId)) return ctx;
  const checked = new WeakSet<SqlTx>();
  const checkCaller = async (tx: SqlTx): Promise<void> => {
    if (!checked.has(tx)) await checkRole(tx, actor, meta, retailerId);
    checked.add(tx);
  };
  return { ...withCommitGuard(ctx, checkCaller), checkCaller };
}
