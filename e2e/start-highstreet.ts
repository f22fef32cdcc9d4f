import { rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { smallShop, startSquare } from "@highstreet/connectors/fake-square";
import { removeScratch, scratchFolder } from "./scratch-folder.ts";
import { startStack } from "./start-stack.ts";

/**
 * Starts all of Highstreet with its own database, and puts the addresses into the environment. The returned function ends
 * everything and removes its data.
 */
export default async function startHighstreet(): Promise<() => Promise<void>> {
  const folder = scratchFolder();
  const remove = () => {
    removeScratch(folder);
    removeIfEmpty(dirname(folder));
  };
  try {
    const square = await startSquare(smallShop());
    const stack = await startStack(join(folder, "data"), { HIGHSTREET_CONNECTORS_URL: square.origin });
    process.env.HIGHSTREET_E2E_REST = stack.rest;
    process.env.HIGHSTREET_E2E_CONSOLE = stack.console;
    process.env.HIGHSTREET_E2E_DEMO = stack.demo;
    return async () => {
      await stack.end();
      await square.close();
      remove();
    };
  } catch (error) {
    remove();
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
