import type { Sql } from "@highstreet/db";
import { LEASE_MS } from "./await-lane.ts";

const lease = `now() + ${LEASE_MS} * interval '1 millisecond'`;
const register = `INSERT INTO delivery_worker (id, lease_until) VALUES ($1, ${lease})`;
const renew = `UPDATE delivery_worker SET lease_until = ${lease} WHERE id = $1 AND NOT dead RETURNING id`;
const bury = `UPDATE delivery_worker SET dead = true WHERE id = ANY ($1) AND lease_until < now() AND NOT dead`;
const living = `SELECT id FROM delivery_worker WHERE NOT dead AND id = ANY ($1)`;
const others = `SELECT id FROM delivery_worker WHERE NOT dead AND lease_until >= now() AND id <> $1`;
const forget = `DELETE FROM delivery_worker WHERE dead AND lease_until < now() - interval '1 hour'`;
const leave = `DELETE FROM delivery_worker WHERE id = $1`;

/** Enters a worker; its lease runs by the database's clock, as all leases do. */
export async function registerWorker(sql: Sql, id: string): Promise<void> {
  await sql.query(forget);
  await sql.query(register, [id]);
}

/** Renews a worker's lease. @returns false: it was declared dead, and must drop everything */
export async function renewWorker(sql: Sql, id: string): Promise<boolean> {
  return (await sql.query(renew, [id])).length > 0;
}

export async function removeWorker(sql: Sql, id: string): Promise<void> {
  await sql.query(leave, [id]);
}

/** The other workers that hold their leases: a hint, which saves looking at what they own. */
export async function otherWorkers(sql: Sql, id: string): Promise<string[]> {
  return (await sql.query<{ id: string }>(others, [id])).map((row) => row.id);
}

/**
 * Which of these owners live. Those whose lease is over are declared dead first; one that is not entered is dead, too: a
 * worker enters before it takes anything, so this must be asked after the owners were read.
 */
export async function livingWorkers(sql: Sql, ids: string[]): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set();
  await sql.query(bury, [ids]);
  return new Set((await sql.query<{ id: string }>(living, [ids])).map((row) => row.id));
}
