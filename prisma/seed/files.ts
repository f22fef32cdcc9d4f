import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The lines of a file of the demo shop, without its header. */
export function linesOf(file: string): string[] {
  const [, ...lines] = readFileSync(join(import.meta.dirname, "../demo", file), "utf8")
    .trimEnd()
    .split(/\r?\n/);
  return lines;
}

/** A feed of these lines. */
export async function* feedOf(lines: string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${lines.join("\n")}\n`);
}

/** The same number for the same text, from 0 to 1. */
export function shareOf(text: string): number {
  const hash = [...text].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261);
  return ((Math.imul(hash ^ (hash >>> 15), 2_246_822_519) >>> 8) % 65_536) / 65_536;
}
