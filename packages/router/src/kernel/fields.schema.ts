import { z } from "zod";

/** Members that many records have, each with its description in the document of the API. */
export const idOf = (record: string) => z.string().describe(`UUID of the ${record}, made by the service`);
export const storeIdShown = z.string().describe("UUID of the store");
export const barcodeShown = z
  .string()
  .describe("The longest spelling that was received, 1 to 64 characters. Not always digits");
export const createdAt = z.string().describe("When the record was made, RFC 3339 in UTC");
export const updatedAt = z.string().describe("When the record last changed, RFC 3339 in UTC");
export const versionShown = z.int().describe("Number of changes by calls, from 1. `If-Match` compares it");
export const externalIdShown = z.string().nullable().describe("Your own id of the record; null: none");

const rejectedCodes = "`missing_price`, `invalid_barcode`, …: the guide “Stock in” explains each one";
export const rejectionCode = z.string().describe(`Why, for programs: ${rejectedCodes}`);
export const rejectionMessage = z.string().describe("Why, for people, and how to correct it");
