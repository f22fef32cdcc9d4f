import { DomainError } from "../kernel/errors.ts";

/** Whether an error refuses the feed itself. The service records the refusal, and the feed's source becomes invalid. */
export function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.code === "UnrecognisedFeed" || error.code === "FeedTooComplex");
}

/** @param limit the most unpacked bytes that are taken */
export function tooLarge(limit: number): DomainError {
  return new DomainError("PayloadTooLarge", `Unpacked, the file is larger than ${limit.toLocaleString("en")} bytes.`);
}

/** @param most maximum ratio of unpacked to packed size */
export function unpacksTooFar(most: number): DomainError {
  const message = `The file unpacks to more than ${most} times its size. Send it without compression.`;
  return new DomainError("FeedTooComplex", message);
}

/** The file is compressed twice, such as a `.gz` file that a client compresses again for `Content-Encoding: gzip`. */
export function packedTwice(): DomainError {
  return unrecognised("The file is gzip within gzip. Compress the file once, or send it without compression.");
}

/** @param most maximum number of records, including blank ones */
export function tooManyLines(most: number): DomainError {
  const message = `A feed has at most ${most.toLocaleString("en")} lines, blank lines included. Leave out blank and repeated lines, or send several feeds.`;
  return new DomainError("FeedTooComplex", message);
}

/** @param most maximum number of rows in a sheet */
export function tooManyRows(most: number): DomainError {
  const message = `A sheet has at most ${most.toLocaleString("en")} rows, blank rows included. Save the sheet as CSV.`;
  return new DomainError("FeedTooComplex", message);
}

/** @param most maximum processor time in seconds */
export function tooMuchWork(most: number): DomainError {
  const message = `Reading the file takes more than ${most} seconds of processor time. Send a plain CSV file, or several smaller files.`;
  return new DomainError("FeedTooComplex", message);
}

/** The feed's parser ended or stopped responding in both attempts to read the feed. */
export function endsItsParser(): DomainError {
  const message =
    "Reading the file takes more memory or time than one feed may take. Send a plain CSV file, or several smaller files.";
  return new DomainError("FeedTooComplex", message);
}

/** @param why the resource that the service lacks */
export function cannotRead(why: string): DomainError {
  return new DomainError("Unavailable", `Feeds cannot be read at the moment: ${why}. Send the feed again.`);
}

/** @param what the part of the workbook that exceeds its limit */
export function workbookTooComplex(what: string): DomainError {
  return new DomainError("FeedTooComplex", `The workbook has ${what}. Save the sheet as CSV.`);
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
