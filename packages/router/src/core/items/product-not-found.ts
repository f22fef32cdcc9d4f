import { DomainError } from "../../kernel/errors.ts";

/** The error for a barcode without an item in the stores of the call. */
export function productNotFound(): DomainError {
  return new DomainError("ProductNotFound", "No store in scope has an item with this barcode.");
}
