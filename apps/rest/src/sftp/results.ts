import { LRUCache } from "lru-cache";

/** The result of an upload. */
export interface Result {
  /** The name of the uploaded file. */
  fileName: string;
  /** Size of a file that was taken in; undefined for a refused file. */
  size: number | undefined;
  /** The body of the answer that `PUT /inventory/uploads/{name}` gives, as bytes. */
  answer: Buffer;
  at: Date;
}

/** Maximum number of results of one key, and their maximum size in this process. */
const MOST_OF_KEY = 10;
const MOST_BYTES = 16 << 20;
const KEPT_MS = 24 * 3_600_000;
/** Estimated size of a result without its answer. */
const OVERHEAD = 1_024;

/** The latest results of each upload key, in the memory of this process. The ingests of the store are the lasting record. */
export function createResults() {
  const kept = new LRUCache<string, Result[]>({
    maxSize: MOST_BYTES,
    ttl: KEPT_MS,
    sizeCalculation: (results) => results.reduce((sum, { answer }) => sum + answer.length + OVERHEAD, 0),
  });
  return {
    /** The latest results of a key, newest first, one for each file name. */
    of: (keyId: string): readonly Result[] => kept.get(keyId) ?? [],
    add: (keyId: string, result: Result): void => {
      const others = (kept.get(keyId) ?? []).filter(({ fileName }) => fileName !== result.fileName);
      kept.set(keyId, [result, ...others].slice(0, MOST_OF_KEY));
    },
  };
}

export type Results = ReturnType<typeof createResults>;
