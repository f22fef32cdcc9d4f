/** Test clocks that are due at `$1`, at most `$2`. A partial index has no live retailer. */
export const dueClocksSql = `
  SELECT retailer_id AS "retailerId", clock_due_at AS "clockDueAt", updated_at AS "updatedAt"
  FROM retailer WHERE clock_due_at <= $1 ORDER BY clock_due_at LIMIT $2`;

export interface DueClockRow {
  retailerId: string;
  clockDueAt: Date;
  updatedAt: Date;
}
