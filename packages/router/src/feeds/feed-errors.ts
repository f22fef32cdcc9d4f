import { DomainError } from "../errors.ts";

/** Whether an error says that a feed as such cannot be taken: the refusal is recorded, and the feed's source becomes invalid. */
export function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.code === "UnrecognisedFeed" || error.code === "FeedTooComplex");
}

/** @param limit the most unpacked bytes that are taken */
export function tooLarge(limit: number): DomainError {
  return new DomainError("PayloadTooLarge", `Unpacked, the file is larger than ${limit.toLocaleString("en")} bytes.`);
}

/** @param most how many times its own size a file may unpack to */
export function unpacksTooFar(most: number): DomainError {
  const message = `The file unpacks to more than ${most} times its size. Send it without compression.`;
  return new DomainError("FeedTooComplex", message);
}

/** Compressed twice, as a `.gz` file sent with `Content-Encoding: gzip` by a client that compresses again. */
export function packedTwice(): DomainError {
  return unrecognised("The file is gzip within gzip. Compress the file once, or send it without compression.");
}

/** @param most records of a feed, blank ones included */
export function tooManyLines(most: number): DomainError {
  const message = `A feed has at most ${most.toLocaleString("en")} lines, blank lines included. Leave out blank and repeated lines, or send several feeds.`;
  return new DomainError("FeedTooComplex", message);
}

/** @param most of a sheet */
export function tooManyRows(most: number): DomainError {
  const message = `A sheet has at most ${most.toLocaleString("en")} rows, blank rows included. Save the sheet as CSV.`;
  return new DomainError("FeedTooComplex", message);
}

/** @param most seconds of a processor */
export function tooMuchWork(most: number): DomainError {
  const message = `Reading the file takes more than ${most} seconds of a processor. Send a plain CSV file, or several smaller ones.`;
  return new DomainError("FeedTooComplex", message);
}

/** A feed whose parser ended, or was silent for too long, each time that the feed was read. */
export function endsItsParser(): DomainError {
  const message =
    "Reading the file takes more memory or time than one feed may take. Send a plain CSV file, or several smaller ones.";
  return new DomainError("FeedTooComplex", message);
}

/** @param why what there is too little of, on our side */
export function cannotRead(why: string): DomainError {
  return new DomainError("Unavailable", `Feeds cannot be read at the moment: ${why}. Send the feed again.`);
}

/** @param what of which the workbook has too many */
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
