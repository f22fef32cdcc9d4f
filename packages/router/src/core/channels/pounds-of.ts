/** Budgets are pence inside and pounds outside. */
export const poundsOf = (pence: number): number => pence / 100;
