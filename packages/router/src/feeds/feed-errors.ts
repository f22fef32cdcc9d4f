import { DomainError } from "../errors.ts";

/** @param limit the most unpacked bytes that are taken */
export function tooLarge(limit: number): DomainError {
  return new DomainError("PayloadTooLarge", `Unpacked, the file is larger than ${limit.toLocaleString("en")} bytes.`);
}

export function tooManyTexts(): DomainError {
  return new DomainError("PayloadTooLarge", "The workbook has too many different texts; save it as CSV.");
}

/** @param longest in bytes */
export function textTooLong(longest: number): DomainError {
  const message = `The workbook holds a text of more than ${longest.toLocaleString("en")} bytes.`;
  return new DomainError("PayloadTooLarge", message);
}

function unrecognised(detail: string): DomainError {
  return new DomainError("UnrecognisedFeed", detail, { seen: [], missing: [] });
}

export function oldExcel(): DomainError {
  return unrecognised(
    "This is an Excel file of the old kind, or one with a password: save it as XLSX or CSV, without.",
  );
}

/** An XLSX file that is none, or broken. Faults of the machine stay what they are. */
export function brokenXlsx(error: unknown): unknown {
  if (error instanceof DomainError || (error instanceof Error && "syscall" in error)) return error;
  const why = error instanceof Error ? error.message.split("\n", 1)[0]?.slice(0, 200) : "";
  return unrecognised(`The file looks like XLSX and cannot be read as such: ${why}.`);
}
