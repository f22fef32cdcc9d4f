export type FeedErrorCode =
  | "MalformedRequest"
  | "PayloadTooLarge"
  | "UnrecognisedFeed"
  | "FeedTooComplex"
  | "PayloadTooComplex"
  | "InvalidPicture"
  | "RateLimited"
  | "Unavailable";

/** The service answers with the code, the message and the members. */
export class FeedError extends Error {
  /** A bundle can hold this class several times, so the name decides. */
  static override [Symbol.hasInstance](value: unknown): value is FeedError {
    return value instanceof Error && value.name === "FeedError";
  }

  readonly code: FeedErrorCode;
  readonly members: Record<string, unknown>;

  constructor(code: FeedErrorCode, message: string, members: Record<string, unknown> = {}) {
    super(message);
    this.name = "FeedError";
    this.code = code;
    this.members = members;
  }
}

export function tooLarge(limit: number): FeedError {
  return new FeedError("PayloadTooLarge", `Unpacked, the file is larger than ${limit.toLocaleString("en")} bytes.`);
}

export function unpacksTooFar(most: number): FeedError {
  const message = `The file unpacks to more than ${most} times its size. Send it without compression.`;
  return new FeedError("FeedTooComplex", message);
}

/** The file is compressed twice, such as a `.gz` file that a client compresses again for `Content-Encoding: gzip`. */
export function packedTwice(): FeedError {
  return unrecognised(
    "The file is gzip within gzip. Compress the file once, or send it without compression.",
    "broken",
  );
}

export function tooManyLines(most: number): FeedError {
  const message = `A feed has at most ${most.toLocaleString("en")} lines, blank lines included. Leave out blank and repeated lines, or send several feeds.`;
  return new FeedError("FeedTooComplex", message);
}

export function tooManyRows(most: number): FeedError {
  const message = `A sheet has at most ${most.toLocaleString("en")} rows, blank rows included. Save the sheet as CSV.`;
  return new FeedError("FeedTooComplex", message);
}

export function tooMuchWork(most: number): FeedError {
  const message = `Reading the file takes more than ${most} seconds of processor time. Send a plain CSV file, or several smaller files.`;
  return new FeedError("FeedTooComplex", message);
}

export function endsItsParser(): FeedError {
  const message =
    "Reading the file takes more memory or time than one feed may take. Send a plain CSV file, or several smaller files.";
  return new FeedError("FeedTooComplex", message);
}

/** @param members `reason`: the kind of the problem; `limit` */
export const badPicture = (message: string, members?: Record<string, unknown>): FeedError =>
  new FeedError("InvalidPicture", message, members);

/** @param why the resource that the service lacks */
export function cannotRead(why: string): FeedError {
  return new FeedError("Unavailable", `Feeds cannot be read at the moment: ${why}. Send the feed again.`);
}

export function workbookTooComplex(what: string): FeedError {
  return new FeedError("FeedTooComplex", `The workbook has ${what}. Save the sheet as CSV.`);
}

export function tooManyTexts(): FeedError {
  return new FeedError("PayloadTooLarge", "The workbook has too many different texts; save it as CSV.");
}

export function textTooLong(longest: number): FeedError {
  const message = `The workbook holds a text of more than ${longest.toLocaleString("en")} bytes.`;
  return new FeedError("PayloadTooLarge", message);
}

type Reason = "empty" | "not_a_table" | "several_files" | "password" | "broken";

function unrecognised(detail: string, reason: Reason): FeedError {
  return new FeedError("UnrecognisedFeed", detail, { seen: [], missing: [], reason });
}

export function emptyFile(): FeedError {
  return unrecognised("The file is empty. Export it again, and send that file.", "empty");
}

/** @param what the kind of file, such as `a picture (PNG)` */
export function notATable(what: string): FeedError {
  return unrecognised(
    `This file is ${what}. Export the stock from your till as CSV or XLSX, and send that file.`,
    "not_a_table",
  );
}

/** @param what a format that spreadsheets open, such as `an OpenDocument spreadsheet (.ods)` */
export function otherFormat(what: string): FeedError {
  return unrecognised(`This is ${what}. Save it as XLSX or CSV, and send that file.`, "not_a_table");
}

const MAX_NAMES = 3;

export function notOneFile(names: readonly string[]): FeedError {
  const first = names.slice(0, MAX_NAMES).map((name) => name.slice(0, 100));
  const list = names.length > MAX_NAMES ? `${first.join(", ")}, …` : first.join(", ");
  const count = names.length ? `${names.length.toLocaleString("en")} files (${list})` : "no file";
  return unrecognised(
    `The ZIP file has ${count}. Send one file of stock, or a ZIP file with only this file.`,
    "several_files",
  );
}

/** @param kind `workbook` or `ZIP file` */
export function fileWithPassword(kind: string): FeedError {
  return unrecognised(
    `The ${kind} has a password, so it is encrypted. Save it as XLSX or CSV without a password, and send that file.`,
    "password",
  );
}

/** Turns an error of reading a workbook or a ZIP file into UnrecognisedFeed. System errors stay as they are. */
export function brokenZip(error: unknown): unknown {
  if (error instanceof FeedError || (error instanceof Error && "syscall" in error)) return error;
  const why = error instanceof Error ? error.message.split("\n", 1)[0]?.slice(0, 200) : "";
  return unrecognised(
    `The file looks like XLSX or ZIP and cannot be read: ${why}. Save it again, and send that file.`,
    "broken",
  );
}

export type Failure = { code: FeedErrorCode; detail: string; members: Record<string, unknown> } | { defect: string };

export function failureOf(error: unknown): Failure {
  if (error instanceof FeedError) return { code: error.code, detail: error.message, members: error.members };
  return { defect: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export function errorOf(failure: Failure): Error {
  if ("defect" in failure) return new Error(`A feed could not be read: ${failure.defect}`);
  return new FeedError(failure.code, failure.detail, failure.members);
}
