/** A result of the doctor. */
export interface Line {
  check: string;
  outcome: "ok" | "warning" | "problem";
  what: string;
  /** What the operator can do; null if nothing is to do. */
  todo: string | null;
}

const line =
  (outcome: Line["outcome"]) =>
  (check: string, what: string, todo: string | null = null): Line => ({ check, outcome, what, todo });
export const ok = line("ok");
export const warning = line("warning");
export const problem = line("problem");

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const sizeOf = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
