import { expect, test } from "vitest";
import { z } from "zod";
import { bodyOf, QueryFlag, text } from "./body.schema.ts";
import type { FieldError } from "./errors.ts";
import { fromZodError, setPlainMessages } from "./zod-error.ts";

setPlainMessages();

const Input = z.strictObject({
  hidden: QueryFlag.optional(),
  status: z.enum(["in_stock", "low_stock"]).optional(),
  q: z.string().max(5).optional(),
  page: z.strictObject({ size: z.string().optional(), after: z.string().optional() }).optional(),
  body: bodyOf({
    name: text(5).optional(),
    latitude: z.number().max(90).optional(),
    image: z.array(z.string()).max(3, "must hold at most 3 images").optional(),
  }).optional(),
});

function messagesOf(input: unknown): string[] {
  const parsed = Input.safeParse(input);
  if (!parsed.error) throw new Error("that input is right");
  const { code, members } = fromZodError(parsed.error, input);
  return [code, ...(members.errors as FieldError[]).map(({ pointer, message }) => `${pointer}: ${message}`)];
}

test.each([
  [{ hidden: "maybe" }, ["MalformedRequest", "?hidden: must be true or false"]],
  [{ status: "nope" }, ["MalformedRequest", "?status: must be one of in_stock, low_stock"]],
  [{ q: ["a", "b"] }, ["MalformedRequest", "?q: is given more than once"]],
  [{ q: "too long" }, ["MalformedRequest", "?q: must have at most 5 characters"]],
  [{ body: { latitude: 99 } }, ["ValidationFailed", "/latitude: must be at most 90"]],
  [{ body: { latitude: "1" } }, ["ValidationFailed", "/latitude: must be a number"]],
  [{ body: { image: "https://a.example/x" } }, ["ValidationFailed", "/image: must be an array"]],
  [{ body: { name: "\ud800" } }, ["ValidationFailed", "/name: must be well-formed text without NUL"]],
  [{ body: { images: [] } }, ["ValidationFailed", '/images: "images" is not known here; do you mean "image"?']],
  [{ body: { NAME: "a" } }, ["ValidationFailed", '/NAME: "NAME" is not known here; do you mean "name"?']],
  [{ body: { nmae: "a" } }, ["ValidationFailed", '/nmae: "nmae" is not known here; do you mean "name"?']],
  [{ hiden: "true" }, ["MalformedRequest", '?hiden: "hiden" is not known here; do you mean "hidden"?']],
  [{ HIDDEN: "true" }, ["MalformedRequest", '?HIDDEN: "HIDDEN" is not known here; do you mean "hidden"?']],
  [{ limit: "5" }, ["MalformedRequest", '?limit: "limit" is not known here; do you mean "page[size]"?']],
  [{ per_page: "5" }, ["MalformedRequest", '?per_page: "per_page" is not known here; do you mean "page[size]"?']],
  [
    { page: { limit: "5" } },
    ["MalformedRequest", '?page[limit]: "limit" is not known here; do you mean "page[size]"?'],
  ],
  [{ cursor: "x" }, ["MalformedRequest", '?cursor: "cursor" is not known here; do you mean "page[after]"?']],
  [
    { body: { limit: 5 } },
    ["ValidationFailed", '/limit: "limit" is not known here; leave it out or correct its spelling'],
  ],
  [
    { body: { colour: "red" } },
    ["ValidationFailed", '/colour: "colour" is not known here; leave it out or correct its spelling'],
  ],
])("the error of %j explains the correction", (input, expected) => {
  expect(messagesOf(input)).toEqual(expected);
});

test("an unexpected body gets its own message", () => {
  const parsed = z.strictObject({ id: z.string() }).safeParse({ id: "1", body: {} });
  expect(parsed.error && fromZodError(parsed.error, {}).message).toBe("this call takes no body");
});

test("an error names the first 100 wrong fields and counts all", () => {
  const body = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`${n}_`, 1]));
  const parsed = z.strictObject({ body: bodyOf({}) }).safeParse({ body });
  const { message, members } = fromZodError(parsed.error ?? new z.ZodError([]), { body });
  expect(members.errors).toHaveLength(100);
  expect(message).toContain("(and 99999 more)");
});

test("an error explains a union with more issues than a call can have arguments", () => {
  const input = { body: Array.from({ length: 200_000 }, () => 1) };
  const parsed = z.strictObject({ body: z.union([z.array(z.string()), z.number()]) }).safeParse(input);
  const { members } = fromZodError(parsed.error ?? new z.ZodError([]), input);
  expect(members.errors).toHaveLength(100);
});

test("a value of the wrong type has one error, also if a check of the schema adds another", () => {
  const schema = z.strictObject({
    body: z.any().superRefine((_, { addIssue }) => {
      addIssue({ code: "invalid_type", expected: "string", path: ["name"] });
      addIssue({ code: "custom", message: "must be a good name", path: ["name"] });
    }),
  });
  const input = { body: { name: 1 } };
  const { members } = fromZodError(schema.safeParse(input).error ?? new z.ZodError([]), input);
  expect(members.errors).toMatchObject([{ pointer: "/name", code: "InvalidType" }]);
});

test("a very long name gets no suggestion", () => {
  const suggested = (names: string[]) =>
    messagesOf({ body: Object.fromEntries(names.map((name) => [name, 1])) }).filter((message) => message.endsWith("?"));
  expect(suggested([`name${"_".repeat(60)}`, `name${"_".repeat(61)}`])).toHaveLength(1);
});
