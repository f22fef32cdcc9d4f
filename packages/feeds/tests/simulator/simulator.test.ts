import { rounds, seedOr } from "@highstreet/telemetry/testing/rounds";
import { expect, test } from "vitest";
import { faultsOf, readFile } from "./oracle.ts";
import { type Simulated, simulated, wholeFile } from "./simulate.ts";
import { systems } from "./systems.ts";

/** `TEST_SEED=<seed of a file> TEST_ROUNDS=1` reads one again. */
const FILES = rounds(1_000_000, 100);
const SEED = seedOr(20_261_125);
const WHOLE_FILES = Math.max(10, Math.ceil(FILES / 1_000));
const MAX_SHOWN = 30;

/** A fault with the file, so that it can be read again. */
async function faultsIn({ seed, system, damage, file, bytes, options }: Simulated): Promise<string[]> {
  const faults = faultsOf(file, await readFile(bytes, options));
  const text = () =>
    file.system.format === "xlsx" ? "" : `\n${JSON.stringify(bytes.toString("utf8").slice(0, 1_500))}`;
  return faults.map(({ kind, what }) => `${kind}: ${system}, ${damage} (TEST_SEED=${seed}): ${what}${text()}`);
}

test.each(systems)("each line of $name is read", { timeout: 3_600_000 }, async (system) => {
  const faults: string[] = [];
  for (let n = 0; n < WHOLE_FILES; n++) faults.push(...(await faultsIn(wholeFile(system, SEED + n))));
  expect(faults.slice(0, MAX_SHOWN)).toEqual([]);
});

test("no damage makes a wrong number, and it costs only the lines that it hurts", {
  timeout: 3_600_000,
}, async () => {
  const faults: string[] = [];
  for (let n = 0; n < FILES; n++) faults.push(...(await faultsIn(simulated(SEED + n))));
  const wrong = faults.filter((fault) => fault.startsWith("wrong"));
  const shown = [...wrong, ...faults.filter((fault) => !fault.startsWith("wrong"))].slice(0, MAX_SHOWN);
  expect(shown, `${faults.length} faults in ${FILES} files, ${wrong.length} of them wrong numbers`).toEqual([]);
});
