import { z } from "zod";
import type { CallError } from "./trpc.ts";

const Errors = z.array(z.object({ pointer: z.string(), message: z.string() }));

interface FormErrors {
  /** What is wrong with the field that the JSON Pointer names. */
  at: (pointer: string) => string | undefined;
  /** What is wrong with none of the form's fields. */
  rest: string | undefined;
}

/** Sorts what the server said into what belongs to the fields of a form and what does not. */
export function formErrors(error: CallError | null, fields: string[]): FormErrors {
  const errors = Errors.safeParse(error?.data?.domain?.members.errors).data ?? [];
  const shown = errors.filter(({ pointer }) => fields.includes(pointer));
  return {
    at: (pointer) => {
      const message = shown.find((field) => field.pointer === pointer)?.message;
      return message && message.charAt(0).toUpperCase() + message.slice(1);
    },
    rest: error && shown.length === 0 ? error.message : undefined,
  };
}
