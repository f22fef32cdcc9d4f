import { validationFailed } from "../../kernel/errors.ts";
import type { StoreRow } from "./store-row.ts";

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
