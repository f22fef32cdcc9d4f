interface Change {
  /** The first local day of the budget, YYYY-MM-DD. */
  date: string;
  budget: number;
  /** null: the change is in the future. */
  madeAt: string | null;
}

interface Point {
  at: number;
  /** The budget from then on; null for none, or if it is unknown. */
  made: number | null;
  toCome: number | null;
}

const DAY = 86_400_000;

/** Budget changes as the points of a step line: until the end of today, and one more day for upcoming changes. */
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
    // A late change is still upcoming.
    const at = Math.max(Date.parse(date), tonight);
    return [at, at + DAY].map((at) => ({ at, made: null, toCome: budget }));
  });
  return [...begun, ends, ...planned];
}
