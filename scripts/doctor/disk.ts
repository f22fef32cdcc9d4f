import { statfsSync } from "node:fs";
import { type Line, ok, problem, sizeOf, warning } from "./lines.ts";

/** @param limits in bytes: below `low` work fails soon, below `enough` it can fail */
export function diskLine(check: string, folder: string, { low, enough }: { low: number; enough: number }): Line {
  const { bavail, blocks, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const what = `${sizeOf(free)} of ${sizeOf(blocks * bsize)} free in ${folder}`;
  const todo = "Free some space, or make the disk larger (docs/disasters.md, “Full disk”).";
  if (free < low) return problem(check, what, todo);
  return free < enough ? warning(check, what, todo) : ok(check, what);
}
