import { z } from "zod";

/**
 * The kind of a failure.
 * - `refused`: the shop system rejects the credential or its rights. A person must act.
 * - `limited`: there were too many calls. A later call can succeed.
 * - `unavailable`: there was no answer, or an answer that asks for a retry.
 * - `unexpected`: the answer does not have the documented form.
 */
export type ConnectorErrorKind = "refused" | "limited" | "unavailable" | "unexpected";

/** A failure of a shop system. The message has one or two sentences for shop staff, with the remedy and without secrets. */
export class ConnectorError extends Error {
  override readonly name = "ConnectorError";
  readonly kind: ConnectorErrorKind;

  constructor(kind: ConnectorErrorKind, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.kind = kind;
  }
}

/** Bytes and items are those of a file of stock. Tests pass smaller limits. */
export const pullLimits = {
  /** Of one answer. A page of 100 products has less than a tenth of them. */
  answerBytes: 8_000_000,
  bytes: 200 << 20,
  /** The pages of all lists together, with repeated calls. */
  calls: 20_000,
  items: 5_000_000,
  itemCharacters: 250_000,
  locations: 1_000,
  processorSeconds: 120,
  /** From the start to the last item, in minutes. */
  minutes: 15,
  /** Of one call, for connection, headers and body together. */
  callSeconds: 30,
};
export type PullLimits = typeof pullLimits;

const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

const problems: Partial<Record<keyof PullLimits, (most: number) => string>> = {
  answerBytes: (most) => `sent more than ${inMegabytes(most)} in one answer`,
  bytes: (most) => `sent more than ${inMegabytes(most)} in one pull`,
  calls: (most) => `did not end its list within ${most.toLocaleString("en")} calls`,
  items: (most) => `sent more than ${most.toLocaleString("en")} items`,
  itemCharacters: (most) => `sent an item of more than ${most.toLocaleString("en")} characters`,
  locations: (most) => `sent more than ${most.toLocaleString("en")} locations`,
  processorSeconds: (most) => `sent data that takes more than ${most} seconds of processor time`,
  minutes: (most) => `did not send everything within ${most} minutes`,
};

/** @param problem what the shop system did, such as `sent more than 8 MB in one answer` */
export function unusable(name: string, problem: string): ConnectorError {
  const remedy = "Check the shop system and its plugins, or send its stock as a file.";
  return new ConnectorError("unexpected", `${name} ${problem}. ${remedy}`);
}

/** Checks what a pull of the shop system `name` has taken. @throws ConnectorError beyond the limit */
export type CheckLimit = (limit: keyof PullLimits, taken: number) => void;

export const limitsOf =
  (name: string, limits: PullLimits): CheckLimit =>
  (limit, taken) => {
    if (taken > limits[limit]) throw unusable(name, problems[limit]?.(limits[limit]) ?? "");
  };

/** Rows of a page, and values of one row. */
const MAX_ROWS = 10_000;

/**
 * A list that is checked row by row until the first wrong row. `z.array` would collect the mistakes of all rows, which takes a minute for
 * 2 MB of `{}`.
 */
export function listOf<Row>(row: z.ZodType<Row>, most = MAX_ROWS): z.ZodType<Row[]> {
  return z.custom<unknown[]>(Array.isArray, "must be a list").transform((rows, ctx): Row[] => {
    if (rows.length > most) {
      ctx.addIssue(`has more than ${most} rows`);
      return z.NEVER;
    }
    const good: Row[] = [];
    for (const [index, one] of rows.entries()) {
      const { data, error } = row.safeParse(one);
      if (error) {
        const [first] = error.issues;
        ctx.addIssue({ code: "custom", path: [index, ...(first?.path ?? [])], message: first?.message });
        return z.NEVER;
      }
      good.push(data);
    }
    return good;
  });
}
