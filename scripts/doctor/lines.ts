/** A result of the doctor. */
export interface Line {
  check: string;
  outcome: "ok" | "warning" | "problem";
  what: string;
  /** What the operator can do; null if nothing is to do. */
  todo: string | null;
}

export const ok = (check: string, what: string): Line => ({ check, outcome: "ok", what, todo: null });

export const warning = (check: string, what: string, todo: string | null): Line => ({
  check,
  outcome: "warning",
  what,
  todo,
});

export const problem = (check: string, what: string, todo: string | null): Line => ({
  check,
  outcome: "problem",
  what,
  todo,
});

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const sizeOf = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
