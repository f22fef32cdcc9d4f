import { fieldErrorsOf, fieldWords, problemWords } from "../server-words/server-words.ts";
import type { CallError } from "./trpc.ts";

interface FormErrors {
  /** The errors of the field at a JSON Pointer, and of its parts. */
  at: (pointer: string) => string | undefined;
  /** The errors that no field shows. */
  rest: string | undefined;
}

/** Divides the server's errors into errors of the form's fields and other errors. Every error is shown. */
export function formErrors(error: CallError | null, fields: string[]): FormErrors {
  const domain = error?.data?.domain;
  const errors = fieldErrorsOf(domain?.members);
  const fieldOf = (given: string) => {
    // The server names a parameter of a call `?email`. In the form, it is the field `/email`.
    const pointer = given.replace("?", "/").replace("[", "/");
    return fields.find((field) => pointer === field) ?? fields.find((field) => pointer.startsWith(`${field}/`));
  };
  const others = errors.filter(({ pointer }) => !fieldOf(pointer));
  const rest =
    errors.length === 0 ? error?.message : problemWords({ code: "", message: "", members: { errors: others } });
  return {
    at: (field) =>
      errors
        .filter(({ pointer }) => fieldOf(pointer) === field)
        .map(fieldWords)
        .join(" ") || undefined,
    rest: others.length > 0 || errors.length === 0 ? rest : undefined,
  };
}
