import type { Sql } from "@highstreet/db";
import { MOST_COUNTED } from "./listings.schema.ts";
import { countProblemsSql } from "./listings.sql.ts";

/** Counts of a store's listings at the search engine. Counts stop at `MOST_COUNTED`. */
export interface ListedCounts {
  storeId: string;
  /** Number of listings that the search engine has accepted. */
  shown: number;
  /** Number of listings that it refuses, does not show, or that are not sent. */
  problems: number;
  /** The problem of one of them. */
  message: string | null;
}

/** Counts the listings of stores that show, and those with a problem. The caller has checked the retailer. */
export function countProblems(sql: Sql, retailerId: string, storeIds: string[]): Promise<ListedCounts[]> {
  return sql.query<ListedCounts>(countProblemsSql, [retailerId, storeIds, MOST_COUNTED]);
}
