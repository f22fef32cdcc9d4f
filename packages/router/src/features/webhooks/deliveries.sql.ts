import { BLOCK } from "./attempts-of.ts";
import { isDeliverable } from "./deliverable.ts";
import { newestOfSubject } from "./newest-of-subject.ts";

/** SQL: the first sequence of a sequence's block. */
export const blockOf = (sequence: string): string => `(${sequence} - ${sequence} % ${BLOCK})`;

/**
 * SQL: the deliveries among the events of one block (attempts-of.ts) of store `$2`: those that were sent, wait to be sent, or
 * ended unsent. A delivered event stays delivered, whatever later attempts return. An event that waits for a retry is superseded
 * as soon as the log has a newer event of its subject. It is never sent, and the worker records that outcome later. The query
 * reads each row of the block once: OFFSET keeps the planner from merging the sub-select.
 * @param first the first sequence of the block
 * @param condition on the events, `e`
 */
export const deliveriesIn = (first: string, condition: string): string => `(
  SELECT e.sequence, e.action, e.data, e.product, e.created_at AS "createdAt",
         CASE WHEN a.delivered THEN 'delivered' WHEN o.overtaken THEN 'superseded' WHEN r.sequence IS NOT NULL THEN 'pending'
              ELSE COALESCE(a.last, 'pending') END AS status,
         COALESCE(a.tries, 0)::int AS tries, a.last_status AS "lastStatus", a.last_at AS "lastTryAt",
         a.enhanced AS "wasEnhanced", CASE WHEN o.overtaken THEN NULL ELSE r.due_at END AS "nextTryAt"
  FROM store_event e
  LEFT JOIN (
    SELECT sequence, due_at FROM delivery_retry
    WHERE retailer_id = $1 AND store_id = $2 AND sequence BETWEEN ${first} AND ${first} + ${BLOCK - 1}
    OFFSET 0
  ) r ON r.sequence = e.sequence
  LEFT JOIN (
    SELECT one.sequence, count(one.ms) AS tries, bool_or(t.outcome = 'delivered') AS delivered, bool_or(t.enhanced) AS enhanced,
           (array_agg(t.outcome ORDER BY t.try DESC))[1] AS last,
           (array_agg(t.status ORDER BY t.try DESC) FILTER (WHERE one.ms IS NOT NULL))[1] AS last_status,
           max(one.at) FILTER (WHERE one.ms IS NOT NULL) AS last_at
    FROM delivery_attempt t
    CROSS JOIN LATERAL unnest(t.sequence || t.more_sequences, t.at || t.more_at, t.ms || t.more_ms) AS one (sequence, at, ms)
    WHERE t.retailer_id = $1 AND t.store_id = $2 AND t.sequence BETWEEN ${first} AND ${first} + ${BLOCK - 1}
    GROUP BY one.sequence
  ) a ON a.sequence = e.sequence
  CROSS JOIN LATERAL (
    SELECT CASE WHEN r.sequence IS NOT NULL THEN COALESCE(${newestOfSubject("e")} > e.sequence, false)
                ELSE false END AS overtaken
  ) o
  WHERE e.retailer_id = $1 AND e.store_id = $2 AND e.sequence BETWEEN ${first} AND ${first} + ${BLOCK - 1} AND ${condition}
    AND (a.last IS NOT NULL OR r.sequence IS NOT NULL OR (${isDeliverable} AND e.sequence >
      (SELECT cursor FROM delivery_cursor WHERE retailer_id = $1 AND store_id = $2)))
  OFFSET 0
)`;
