/** A setup file of Vitest: with RECORDED_STATEMENTS, each test process adds the statements that it sends to that file. */
import { appendFileSync } from "node:fs";
import pg from "pg";

/** A statement, as JSON in one line of the file. A `Date` is `{at}`, and bytes are `{hex}`. */
export interface RecordedStatement {
  text: string;
  values: unknown[];
}

const file = process.env.RECORDED_STATEMENTS;
const isRecording = Symbol.for("highstreet records statements");
const known = new Set<string>();

/** Only statements on tables. A transaction's own statements and COPY have no plan. */
const HAS_PLAN = /^\s*(?:--[^\n]*\n\s*)*(WITH|SELECT|INSERT|UPDATE|DELETE)\b/i;

function encode(value: unknown): unknown {
  if (value instanceof Date) return { at: value.toISOString() };
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString("hex") };
  if (Array.isArray(value)) return value.slice(0, 3).map(encode);
  return typeof value === "bigint" ? Number(value) : value;
}

type Query = (query: string | { text?: string; values?: unknown[] }, values?: unknown) => unknown;

const prototype = pg.Client.prototype as unknown as { query: Query; [isRecording]?: boolean };
if (file && !prototype[isRecording]) {
  prototype[isRecording] = true;
  const { query } = prototype;
  prototype.query = function recorded(this: pg.Client, ...args) {
    const [first, second] = args;
    const text = typeof first === "string" ? first : first?.text;
    if (text && HAS_PLAN.test(text) && !known.has(text)) {
      known.add(text);
      const values = (typeof first === "object" ? first.values : undefined) ?? (Array.isArray(second) ? second : []);
      appendFileSync(file, `${JSON.stringify({ text, values: values.map(encode) })}\n`);
    }
    return query.apply(this, args);
  };
}
