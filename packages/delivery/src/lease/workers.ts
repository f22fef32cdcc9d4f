import type { Sql } from "@highstreet/db";
import {
  livingWorkersSql,
  markDeadSql,
  otherWorkersSql,
  registerWorkerSql,
  removeDeadWorkersSql,
  removeWorkerSql,
  renewWorkerSql,
} from "../delivery.sql.ts";

/** Registers a worker. Leases of workers run by the database's clock. */
export async function registerWorker(sql: Sql, id: string): Promise<void> {
  await sql.query(removeDeadWorkersSql);
  await sql.query(registerWorkerSql, [id]);
}

/** Renews a worker's lease. @returns false if the worker was declared dead and must drop all its stores */
export async function renewWorker(sql: Sql, id: string): Promise<boolean> {
  return (await sql.query(renewWorkerSql, [id])).length > 0;
}

export async function removeWorker(sql: Sql, id: string): Promise<void> {
  await sql.query(removeWorkerSql, [id]);
}

/** The other workers with a valid lease. This hint saves the check of their stores. */
export async function otherWorkers(sql: Sql, id: string): Promise<string[]> {
  return (await sql.query<{ id: string }>(otherWorkersSql, [id])).map((row) => row.id);
}

/**
 * The workers of these that are alive. Declares workers with an ended lease dead first. An unregistered worker is dead too, because
 * a worker registers before it takes a store. So call this after the owners were read.
 */
export async function livingWorkers(sql: Sql, ids: string[]): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set();
  await sql.query(markDeadSql, [ids]);
  return new Set((await sql.query<{ id: string }>(livingWorkersSql, [ids])).map((row) => row.id));
}
