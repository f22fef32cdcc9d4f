/** `$1` subject, `$2` sequence. Writes no row if this sequence of the subject or a higher one is recorded. */
export const recordCallSql = (table: string): string => `
  INSERT INTO "${table.replaceAll('"', '""')}" AS recorded (subject, sequence) VALUES ($1, $2)
  ON CONFLICT (subject) DO UPDATE SET sequence = excluded.sequence WHERE recorded.sequence < excluded.sequence`;
