import { expect, test } from "vitest";
import { formErrors } from "./field-errors.ts";
import type { CallError } from "./trpc.ts";

const errorOf = (pointer: string) => {
  const errors = [{ pointer, code: "InvalidFormat", message: "must be right" }];
  const domain = { code: "ValidationFailed", members: { errors } };
  return { message: "Not taken.", data: { domain } } as unknown as CallError;
};

test.each([
  ["/email", "/email"],
  ["?email", "/email"],
  ["/image/0", "/image"],
  ["?stores[0]", "/stores"],
])("an error at %s stands at its field alone", (pointer, field) => {
  const errors = formErrors(errorOf(pointer), ["/email", "/image", "/stores"]);
  expect(errors.at(field)).toMatch(/must be right/i);
  expect(errors.rest).toBeUndefined();
});

test("an error of no field of the form stands apart", () => {
  const errors = formErrors(errorOf("?other"), ["/email"]);
  expect(errors.at("/email")).toBeUndefined();
  expect(errors.rest).toMatch(/must be right/i);
});
