import { rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { smallShop, startSquare } from "@highstreet/connectors/fake-square";
import type { FullConfig } from "@playwright/test";
import { removeScratch, scratchFolder } from "./scratch-folder.ts";
import { type Stack, startStack } from "./start-stack.ts";

/**
 * Starts all of Highstreet with its own database for each worker, and puts the addresses into the environment. The returned
 * function ends everything and removes its data.
 */
export default async function startHighstreet({ workers }: FullConfig): Promise<() => Promise<void>> {
  const folder = scratchFolder();
  const ends: (() => Promise<void>)[] = [];
  const end = async () => {
    for (const one of ends.toReversed()) await one();
    removeScratch(folder);
    removeIfEmpty(dirname(folder));
  };
  try {
    const stacks: Omit<Stack, "end">[] = [];
    // One after the other, because the first one builds the console.
    for (let worker = 0; worker < workers; worker++) {
      const square = await startSquare(smallShop());
      ends.push(() => square.close());
      const data = join(folder, `data-${worker}`);
      const { end, ...stack } = await startStack(data, { HIGHSTREET_CONNECTORS_URL: square.origin });
      ends.push(end);
      stacks.push(stack);
    }
    process.env.HIGHSTREET_E2E_STACKS = JSON.stringify(stacks);
    return end;
  } catch (error) {
    await end();
    throw error;
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    // The folder has the data of `npm start` or of another run.
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "ENOTEMPTY" && code !== "ENOENT") throw error;
  }
}
