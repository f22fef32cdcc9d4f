import { isName, nameRule } from "../../kernel/body.schema.ts";
import { validationFailed } from "../../kernel/errors.ts";
import type { StoreRow } from "./find-store.ts";

/**
 * Checks that a store has both halves of its position, or none.
 * @param pointer the place of the store in the request's body; "" for the body itself
 * @throws ValidationFailed for the missing half
 */
export function checkPlace({ latitude, longitude }: Pick<StoreRow, "latitude" | "longitude">, pointer = ""): void {
  if ((latitude === null) === (longitude === null)) return;
  const [missing, given] = latitude === null ? ["latitude", "longitude"] : ["longitude", "latitude"];
  const message = `is required with a ${given}; send both, or null for both`;
  throw validationFailed([{ pointer: `${pointer}/${missing}`, code: "Required", message }]);
}

/**
 * Checks the names in a change. A name that exists stays valid, so that its record can be sent back.
 * @throws ValidationFailed
 */
export function checkNames<Field extends string>(
  given: Partial<Record<Field, string | null | undefined>>,
  before: Record<NoInfer<Field>, string | null>,
): void {
  for (const field of Object.keys(given) as Field[]) {
    const value = given[field];
    if (typeof value !== "string" || value === before[field] || isName(value)) continue;
    throw validationFailed([{ pointer: `/${field}`, code: "InvalidValue", message: nameRule }]);
  }
}
