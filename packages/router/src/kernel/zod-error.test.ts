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
])("the error of %j explains the correction", (input, expected) => {
  expect(messagesOf(input)).toEqual(expected);
});

test("an unexpected body gets its own message", () => {
  const parsed = z.strictObject({ id: z.string() }).safeParse({ id: "1", body: {} });
  expect(parsed.error && fromZodError(parsed.error, {}).message).toBe("this call takes no body");
});
