import { readdirSync, readFileSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { smallShop, startSquare } from "@highstreet/connectors/fake-square";
import { copyMigrated } from "@highstreet/db/testing/migrated-cluster";
import { secretsIn } from "@highstreet/telemetry/testing";
import type { FullConfig } from "@playwright/test";
import { removeScratch, scratchFolder } from "./scratch-folder.ts";
import { type Stack, startStack } from "./start-stack.ts";

/**
 * Starts all of Highstreet with its own database for each worker, and puts the addresses into the environment. The returned
 * function ends everything, looks for secrets in the logs of all apps, and removes the data.
 */
export default async function startHighstreet({ workers }: FullConfig): Promise<() => Promise<void>> {
  const folder = scratchFolder();
  const running: { data: string; square: Awaited<ReturnType<typeof startSquare>>; stack: Stack }[] = [];
  const end = async () => {
    try {
      await Promise.all(running.flatMap(({ square, stack }) => [stack.end(), square.close()]));
      for (const { data, stack } of running) refuseSecrets(data, stack.demo);
    } finally {
      removeScratch(folder);
      removeIfEmpty(dirname(folder));
    }
  };
  try {
    // One after the other, because the first one builds the console.
    for (let worker = 0; worker < workers; worker++) {
      const square = await startSquare(smallShop());
      const data = join(folder, `data-${worker}`);
      // Only the first stack makes its database, as the first `npm start` does.
      if (worker > 0) await copyMigrated(data);
      running.push({ data, square, stack: await startStack(data, { HIGHSTREET_CONNECTORS_URL: square.origin }) });
    }
    process.env.HIGHSTREET_E2E_STACKS = JSON.stringify(running.map(({ stack }) => stack));
    return end;
  } catch (error) {
    await end();
    throw error;
  }
}

/** @throws if a log has a key or password of the demo shop, the secret key, or another secret */
function refuseSecrets(dataDir: string, demo: string): void {
  const known = [...demo.matchAll(/"[^"]*(?:key|password|secret|token)[^"]*": "([^"]{8,})"/gi)].map(
    ([, secret = ""]) => secret,
  );
  known.push(readFileSync(join(dataDir, "secret.key"), "utf8").trim());
  const logs = join(dataDir, "logs");
  for (const name of readdirSync(logs)) {
    const found = secretsIn(readFileSync(join(logs, name), "utf8"), known);
    if (found.length) throw new Error(`${name} of this run has secrets: ${found.join(", ")}`);
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
