import { z } from "zod";
import type { CallError } from "./trpc.ts";

const Errors = z.array(z.object({ pointer: z.string(), message: z.string() }));

interface FormErrors {
  /** The error of the field at a JSON Pointer. */
  at: (pointer: string) => string | undefined;
  /** The errors outside of the form's fields. */
  rest: string | undefined;
}

/** Divides the server's errors into errors of the form's fields and other errors. */
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
