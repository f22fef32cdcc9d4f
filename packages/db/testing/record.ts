/** A setup file of Vitest: with RECORDED_STATEMENTS, each test process adds the statements that it sends to that file. */
import { appendFileSync } from "node:fs";
import pg from "pg";
import type { RecordedStatement } from "./check-statements.ts";

/** PostgreSQL's `feature_not_supported`, `syntax_error` and `internal_error`: the errors of a statement that Citus refuses. */
const REFUSED = new Set(["0A000", "42601", "XX000"]);

/** Citus has read a result of its own in the wrong format. */
const MISREAD = /"PGCOPY/;

/** Only statements on tables. A transaction's own statements and COPY have no plan. */
const HAS_PLAN = /^\s*(?:--[^\n]*\n\s*)*(WITH|SELECT|INSERT|UPDATE|DELETE)\b/i;

function encode(value: unknown): unknown {
  if (value instanceof Date) return { at: value.toISOString() };
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString("hex") };
  if (Array.isArray(value)) return value.slice(0, 3).map(encode);
  return typeof value === "bigint" ? Number(value) : value;
}

/** What `pg` uses of a query. Statements of a batch have it too, although the connection only sees the batch. */
interface Query {
  text: string;
  values?: unknown[];
  submit(connection: pg.Connection): Error | null;
  handleError(error: Error & { code?: string }, connection: pg.Connection): void;
}

/**
 * Records the distinct statements that this process sends, and each that the server refuses.
 * @param write receives each of them
 * @returns ends the recording
 */
export function recordStatements(write: (statement: RecordedStatement) => void): () => void {
  const known = new Set<string>();
  const errors = new WeakSet<Error>();
  const prototype = pg.Query.prototype as unknown as Query;
  const { submit, handleError } = prototype;
  prototype.submit = function recorded(connection) {
    const { text, values = [] } = this;
    if (HAS_PLAN.test(text) && !known.has(text)) {
      known.add(text);
      write({ text, values: values.map(encode) });
    }
    return submit.call(this, connection);
  };
  prototype.handleError = function refused(error, connection) {
    // All statements of a batch after the failed one get its error.
    if ((REFUSED.has(error.code ?? "") || MISREAD.test(error.message)) && !errors.has(error)) {
      errors.add(error);
      write({ text: this.text, values: (this.values ?? []).map(encode), refusal: error.message });
    }
    return handleError.call(this, error, connection);
  };
  return () => Object.assign(prototype, { submit, handleError });
}

const { RECORDED_STATEMENTS: file, TEST_CITUS_URL: citus } = process.env;
const isRecording = Symbol.for("highstreet records statements");
const once = globalThis as { [isRecording]?: boolean };
if (file && !once[isRecording]) {
  once[isRecording] = true;
  recordStatements((statement) => {
    // Some tests send statements that every server refuses.
    if (citus || statement.refusal === undefined) appendFileSync(file, `${JSON.stringify(statement)}\n`);
  });
}
