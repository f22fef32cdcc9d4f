import { posix } from "node:path";
import { DomainError } from "@highstreet/router";
import { LRUCache } from "lru-cache";

/** Names that clients give to a file while they send it. The file has its own name, because it is taken in at once. */
const temporary = /(?<=.)\.(?:part|filepart|tmp)$/i;
const RESULT = ".result.json";
const MAX_NAME_LENGTH = 255;

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
    (name.length > MAX_NAME_LENGTH && `The name of the file is longer than ${MAX_NAME_LENGTH} characters.`);
  if (wrong) throw new DomainError("MalformedRequest", wrong);
  return name;
}

export interface Result {
  fileName: string;
  /** Size of a file that was taken in; undefined for a refused file. */
  size: number | undefined;
  /** The body of the answer that `PUT /inventory/uploads/{name}` gives, as bytes. */
  answer: Buffer;
  at: Date;
}

/** Maximum number of results of one key, and their maximum size in this process. */
const MAX_RESULTS_OF_KEY = 10;
const MAX_BYTES = 16 << 20;
const KEPT_MS = 24 * 3_600_000;
const OVERHEAD = 1_024;

/** The latest results of each upload key, in the memory of this process. The ingests of the store are the lasting record. */
export function createResults() {
  const kept = new LRUCache<string, Result[]>({
    maxSize: MAX_BYTES,
    ttl: KEPT_MS,
    sizeCalculation: (results) => results.reduce((sum, { answer }) => sum + answer.length + OVERHEAD, 0),
  });
  return {
    /** The latest results of a key, newest first, one for each file name. */
    of: (keyId: string): readonly Result[] => kept.get(keyId) ?? [],
    add: (keyId: string, result: Result): void => {
      const others = (kept.get(keyId) ?? []).filter(({ fileName }) => fileName !== result.fileName);
      kept.set(keyId, [result, ...others].slice(0, MAX_RESULTS_OF_KEY));
    },
  };
}

export type Results = ReturnType<typeof createResults>;
