import { posix } from "node:path";
import { DomainError } from "@highstreet/router";

/** Names that clients give to a file while they send it. The file has its own name, because it is taken in at once. */
const temporary = /(?<=.)\.(?:part|filepart|tmp)$/i;
/** The end of a result's name. */
const RESULT = ".result.json";
const LONGEST_NAME = 255;

/** An absolute path without `.` and `..`. */
export function absolute(path: string): string {
  return posix.resolve("/", path);
}

/** The file name of a path, without a temporary ending; empty for the folder. */
export function fileNameOf(path: string): string {
  return absolute(path).slice(1).replace(temporary, "");
}

export function resultNameOf(fileName: string): string {
  return fileName + RESULT;
}

/** The name of an upload. @throws MalformedRequest for a folder, a result, or a name that is too long */
export function uploadNameOf(path: string): string {
  const name = fileNameOf(path);
  const wrong =
    ((!name || name.includes("/")) && "There are no folders: upload the file to /.") ||
    (name.endsWith(RESULT) && `Names that end with ${RESULT} belong to results. Give the file another name.`) ||
    (name.length > LONGEST_NAME && `The name of the file is longer than ${LONGEST_NAME} characters.`);
  if (wrong) throw new DomainError("MalformedRequest", wrong);
  return name;
}
