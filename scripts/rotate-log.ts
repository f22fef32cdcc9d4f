import { copyFileSync, existsSync, renameSync, statSync, truncateSync } from "node:fs";

/** Largest size of a log file in bytes before it is rotated. */
const MOST_BYTES = 10_000_000;
/** Number of older parts: `<file>.1` (the newest) to `<file>.4`. */
const PARTS = 4;
const LOOK_EACH_MS = 5_000;

/**
 * Moves the content of a log file to `<file>.1` if it is larger than `mostBytes`, and removes the oldest part. The program that
 * writes keeps its descriptor, which must append.
 */
export function rotateLog(file: string, mostBytes = MOST_BYTES): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= mostBytes) return;
  try {
    for (let part = PARTS - 1; part > 0; part--) {
      if (existsSync(`${file}.${part}`)) renameSync(`${file}.${part}`, `${file}.${part + 1}`);
    }
    copyFileSync(file, `${file}.1`);
  } catch (error) {
    // On a full disk the space counts more than the lines.
    console.error(`The log ${file} was cut without a copy: ${error instanceof Error ? error.message : error}`);
  }
  truncateSync(file);
}

/** Rotates a log file while a program writes it. @returns stops */
export function keepRotating(file: string): () => void {
  const timer = setInterval(() => rotateLog(file), LOOK_EACH_MS);
  timer.unref();
  return () => clearInterval(timer);
}
