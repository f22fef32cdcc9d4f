import { validationFailed } from "../../../kernel/errors.ts";

/**
 * Checks the `storeId` of a record that is sent back. The record of one store must not become an edit of all stores.
 * @param storeId the store of the edit; null: all stores
 * @throws ValidationFailed
 */
export function checkSameStore(storeId: string | null, sentBack: unknown): void {
  if (sentBack === undefined || sentBack === null) return;
  if (typeof sentBack === "string" && sentBack.toLowerCase() === storeId) return;
  const message = "is not the store of the address; send the record of a store to the address of its store";
  throw validationFailed([{ pointer: "/storeId", code: "InvalidValue", message }]);
}
