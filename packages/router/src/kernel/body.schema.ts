import { isStorable } from "@highstreet/feeds/text.ts";
import { z } from "zod";

/** Fields of answers that requests may contain. They are ignored. */
const returned = {
  id: z.unknown().optional(),
  createdAt: z.unknown().optional(),
  updatedAt: z.unknown().optional(),
  version: z.unknown().optional(),
};

/** Whether a value of JSON is an object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of a record, which a request may contain and the service ignores. */
export const ignoredFields = (record: z.ZodObject) =>
  Object.fromEntries(Object.keys(record.shape).map((field) => [field, z.unknown().optional()]));

/**
 * A JSON body. Unknown fields are refused. Fields that only answers contain are ignored.
 * @param record the record that the call writes, so that it can be sent back
 */
export function bodyOf<Shape extends z.ZodRawShape>(shape: Shape, record: z.ZodObject = z.object({})) {
  const known = new Set(Object.keys(shape));
  return z.strictObject({ ...returned, ...ignoredFields(record), ...shape }).transform((body) => {
    const kept = Object.entries(body).filter(([field, value]) => known.has(field) && value !== undefined);
    return Object.fromEntries(kept) as z.infer<z.ZodObject<Shape>>;
  });
}

/** Text that PostgreSQL can store. */
export const storableText = z.string().refine(isStorable, "must be well-formed text without NUL");

/** The body of a change, which names at least one field. */
export const patchOf = <Shape extends z.ZodRawShape>(shape: Shape, record?: z.ZodObject) =>
  bodyOf(shape, record).refine((body) => Object.keys(body).length > 0, "must name at least one field");

/** Trimmed text of 1 to `max` characters that PostgreSQL can store. */
export const text = (max: number) =>
  storableText.trim().min(1, "must not be empty").max(max, `must be at most ${max} characters`);

/** A barcode as text, or as a whole number that a double holds exactly. A reader of JSON keeps longer numbers as text. */
export const barcode = <Text extends z.ZodType<string, string>>(asText: Text) =>
  z.union([asText, z.int().min(0).transform(String)], {
    error: ({ input }) => (typeof input === "string" ? undefined : "must be text or a whole number"),
  });

/** A flag in a query string, or a boolean from a typed client. */
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

/** A time from a query string or a typed client. */
export const QueryTime = time("2026-01-31T09:00:00Z");
