interface Change {
  /** The store's day that it begins with, YYYY-MM-DD. */
  date: string;
  /** Pounds a day. */
  budget: number;
  /** null: it is to come. */
  madeAt: string | null;
}

interface Point {
  at: number;
  /** The budget in force from then on; null: none, or nothing more is known. */
  made: number | null;
  toCome: number | null;
}

const DAY = 86_400_000;

/** Changes of a budget as points of a line with steps: up to the end of today, and for a day what is to come. */
export function budgetLine(history: readonly Change[], today: string): Point[] {
  const changes = history.toSorted((a, b) => a.date.localeCompare(b.date));
  const made = changes.filter(({ madeAt }) => madeAt !== null);
  const toCome = changes.filter(({ madeAt }) => madeAt === null);
  const budget = made.at(-1)?.budget ?? 0;
  const begun = made.map(({ date, budget }): Point => ({ at: Date.parse(date), made: budget, toCome: null }));
  const tonight = Date.parse(today) + DAY;
  if (begun.length === 0) begun.push({ at: tonight - DAY, made: 0, toCome: null });
  const ends = { at: tonight, made: budget, toCome: toCome.length ? budget : null };
  const planned = toCome.flatMap(({ date, budget }): Point[] => {
    // One that is late is still to come.
    const at = Math.max(Date.parse(date), tonight);
    return [at, at + DAY].map((at) => ({ at, made: null, toCome: budget }));
  });
  return [...begun, ends, ...planned];
}
