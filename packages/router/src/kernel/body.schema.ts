import { isStorable, MAX_URL_LENGTH, normalizedUrl } from "@highstreet/feeds/text.ts";
import { z } from "zod";

/** Fields of answers that requests may contain. They are ignored. */
const returned = {
  id: z.unknown().optional(),
  createdAt: z.unknown().optional(),
  updatedAt: z.unknown().optional(),
  version: z.unknown().optional(),
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const ignoredFields = (record: z.ZodObject) =>
  Object.fromEntries(Object.keys(record.shape).map((field) => [field, z.unknown().optional()]));

/**
 * A JSON body. Unknown fields are refused. Fields that only answers contain are ignored.
 * @param record the record that the call writes, so that it can be sent back
 */
export function bodyOf<Shape extends z.ZodRawShape>(shape: Shape, record?: z.ZodObject) {
  return sentBody(shape, record).transform(keep(shape));
}

const sentBody = <Shape extends z.ZodRawShape>(shape: Shape, record: z.ZodObject = z.object({})) =>
  z.strictObject({ ...returned, ...ignoredFields(record), ...shape });

const keep =
  <Shape extends z.ZodRawShape>(shape: Shape) =>
  (body: object) => {
    const kept = Object.entries(body).filter(([field, value]) => field in shape && value !== undefined);
    return Object.fromEntries(kept) as z.infer<z.ZodObject<Shape>>;
  };

/** The check of a list ends with this number of wrong values, because each one takes time. */
const MAX_WRONG = 100;
const TURN = 50;

/** The class of {@link listOf}. zod's own `z.array` checks all entries at once. */
const BoundedList = z.core.$constructor<z.ZodArray, z.core.$ZodArrayDef>("BoundedList", (inst, def) => {
  z.ZodArray.init(inst as never, def);
  const { parse } = inst._zod;
  const most = Math.min(...z.core.util.sizeCaps(def.checks).map(([max]) => max));
  inst._zod.parse = (payload, ctx) => {
    const given: unknown = payload.value;
    if (!Array.isArray(given) || given.length > most) return parse(payload, ctx);
    const entries: unknown[] = [];
    payload.value = entries;
    const isOver = () => entries.length === given.length || payload.issues.length >= MAX_WRONG;
    const checked = () => def.element._zod.run({ value: given[entries.length], issues: [] }, ctx);
    const add = ({ issues, value }: z.core.ParsePayload): void => {
      payload.issues.push(...z.core.util.prefixIssues(entries.length, issues));
      entries.push(value);
    };
    // An entry that has lists of its own answers a promise.
    const inTurns = async () => {
      while (!isOver()) {
        add(await checked());
        if (entries.length % TURN === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      return payload;
    };
    if (ctx.async) return inTurns();
    while (!isOver()) add(checked() as z.core.ParsePayload);
    return payload;
  };
});

/** A list in a body whose entries can each have several wrong values. Many of them end its check. */
export const listOf = <Entry extends z.ZodType>(element: Entry, error?: string): z.ZodArray<Entry> =>
  new BoundedList({ type: "array", element, ...(error && { error: () => error }) }) as z.ZodArray as z.ZodArray<Entry>;

export const storableText = z.string().refine(isStorable, "must be well-formed text without NUL");

/** The body of a change, which names at least one field. If only answers have its fields, nothing is left, and nothing changes. */
export const patchOf = <Shape extends z.ZodRawShape>(shape: Shape, record?: z.ZodObject) =>
  sentBody(shape, record)
    .refine((body) => Object.values(body).some((value) => value !== undefined), "must name at least one field")
    .transform(keep(shape));

export const text = (max: number) =>
  storableText.trim().min(1, "must not be empty").max(max, `must be at most ${max} characters`);

/** A barcode as text, or as a whole number that a double holds exactly. A reader of JSON keeps longer numbers as text. */
export const barcode = <Text extends z.ZodType<string, string>>(asText: Text) =>
  z.union([asText, z.int().min(0).transform(String)], {
    error: ({ input }) => (typeof input === "string" ? undefined : "must be text or a whole number"),
  });

export const QueryFlag = z
  .union([z.boolean(), z.enum(["true", "false"])], "must be true or false")
  .transform((value) => value === true || value === "true");

/**
 * A whole number from a query string, in plain decimal digits (no sign, space, exponent or `0x`), or from a typed client.
 */
export const queryInt = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === "string" && /^[0-9]{1,15}$/.test(value) ? Number(value) : value),
    z
      .int(`must be a whole number from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}`)
      .min(min)
      .max(max),
  );

/** An RFC 3339 time in the years (UTC) that PostgreSQL and RFC 3339 both allow. */
export const time = (example: string) =>
  z.iso.datetime({ offset: true, error: `must be an RFC 3339 time such as ${example}` }).refine((text) => {
    const year = new Date(text).getUTCFullYear();
    return !(year < 1 || year > 9_999);
  }, "must lie in the years 1 to 9999");

export const QueryTime = time("2026-01-31T09:00:00Z");

const control = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

export const nameRule = "must be one line of visible text, without control characters and without ://";

/** Of a text that is not empty. */
export const isName = (value: string): boolean =>
  (value === "" || visible.test(value)) && !control.test(value) && !value.normalize("NFKC").includes("://");

export const name = (max: number): z.ZodType<string, string> => text(max).refine(isName, nameRule);

/** A name that exists, as e-mails show it. */
export const cleanName = (value: string): string =>
  isName(value)
    ? value
    : value.normalize("NFKC").split(control).join(" ").replaceAll("://", " ").replace(/ {2,}/g, " ");

export const webUrl = (schemes: readonly string[], error: string) =>
  z
    .url(error)
    .max(MAX_URL_LENGTH, `must be at most ${MAX_URL_LENGTH.toLocaleString("en")} characters`)
    .transform((text, issues) => {
      const url = normalizedUrl(text, schemes);
      if (url !== undefined) return url;
      issues.addIssue({ code: "custom", message: error });
      return z.NEVER;
    });

/** A URL that Highstreet calls, without credentials. `checkOutboundUrl` decides which addresses are allowed. */
export const OutboundUrl = webUrl(["http", "https"], "must be an https URL").refine((url) => {
  const { username, password } = new URL(url);
  return username === "" && password === "";
}, "must not hold a user name or password");
