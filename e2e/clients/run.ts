/**
 * `npm run clients`: generates clients from the served document, compiles them under `strict` and makes five calls with each. Then
 * runs a Postman collection of the document. docs/clients.md explains it and has the last run.
 */
import { execFile, spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { live } from "../../scripts/lifetime.ts";
import { type FiveCalls, type Shop, webhookUrl } from "./five-calls.ts";
import { toOpenApi30 } from "./openapi-generator/to-openapi-30.ts";
import { type Collection, type Document, operationOf, withoutIds } from "./postman/collection.ts";
import { openShop } from "./shop.ts";

const HERE = import.meta.dirname;
const OUT = join(HERE, "generated");
const GOAL = 50;

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const modules = (path: string): string => join(HERE, "node_modules", path);
const out = (name: string): string => join(OUT, name);
const version = (name: string): string => `${name} ${readJson(modules(`${name}/package.json`)).version}`;

/** Runs a program in this folder. */
async function run(program: string, args: string[]): Promise<{ isOk: boolean; output: string }> {
  return promisify(execFile)(program, args, { cwd: HERE, maxBuffer: 64 << 20 }).then(
    ({ stdout, stderr }) => ({ isOk: true, output: stdout + stderr }),
    ({ stdout, stderr }) => ({ isOk: false, output: stdout + stderr }),
  );
}

/** Runs a tool. @throws Error with its output if it fails */
async function mustRun(program: string, ...args: string[]): Promise<void> {
  const { isOk, output } = await run(program, args);
  if (!isOk) throw new Error(`${program} ${args.join(" ")} failed:\n${output}`);
}

const byNode = (script: string, ...args: string[]) => mustRun(process.execPath, modules(script), ...args);
const document = out("openapi.json");
const hasJava = spawnSync("java", ["-version"]).status === 0;

interface Tool {
  package: string;
  generate: () => Promise<void>;
}

/** The generators by their folder. */
const tools: Record<string, Tool> = {
  "openapi-typescript": {
    package: "openapi-typescript",
    generate: () => byNode("openapi-typescript/bin/cli.js", document, "-o", "openapi-typescript/generated/api.ts"),
  },
  "hey-api": {
    package: "@hey-api/openapi-ts",
    generate: () =>
      byNode("@hey-api/openapi-ts/bin/run.js", "-i", document, "-o", "hey-api/generated", "--no-log-file"),
  },
  orval: {
    package: "orval",
    generate: () => byNode("orval/dist/bin/orval.mjs", "--config", "orval/orval.config.ts"),
  },
  oazapfts: {
    package: "oazapfts",
    generate: () => byNode("oazapfts/dist/cli.js", document, "oazapfts/generated/api.ts"),
  },
  "openapi-zod-client": {
    package: "openapi-zod-client",
    generate: () => byNode("openapi-zod-client/bin.js", document, "-o", "openapi-zod-client/generated/api.ts"),
  },
  ...(hasJava && { "openapi-generator": { package: "@openapitools/openapi-generator-cli", generate: generateByJava } }),
};

async function generateByJava(): Promise<void> {
  const document30 = out("openapi-3.0.json");
  writeFileSync(document30, JSON.stringify(toOpenApi30(readJson(document))));
  const jar = modules("@openapitools/openapi-generator-cli/bin/openapi-generator.jar");
  const to = ["-i", document30, "-o", "openapi-generator/generated"];
  await mustRun("java", "-jar", jar, "generate", "-g", "typescript-axios", ...to);
}

/** Makes the calls. Returns those with a wrong result. */
async function faultsOf(calls: FiveCalls): Promise<string[]> {
  const wanted: Record<keyof FiveCalls, (result: unknown) => boolean> = {
    readRetailer: (name) => name === "The Gift Shop",
    listItems: (barcodes) => Array.isArray(barcodes) && new Set(barcodes).size === 2,
    hideProduct: (hidden) => Array.isArray(hidden) && hidden.length > 0 && hidden.every((one) => one === true),
    enableWebhooks: (address) => address === webhookUrl,
    readProblem: (code) => code === "RetailerNotFound",
  };
  const faults: string[] = [];
  for (const call of Object.keys(wanted) as (keyof FiveCalls)[]) {
    const result = await calls[call]().catch(String);
    if (!wanted[call](result)) faults.push(`${call}: ${result}`);
  }
  return faults;
}

/** The number of operations that the generated code names. */
function countGenerated(folder: string, ids: string[]): number {
  const files = globSync(`${folder}/generated/**/*.ts`, { cwd: HERE });
  const code = files.map((file) => readFileSync(join(HERE, file), "utf8")).join("\n");
  return ids.filter((id) => new RegExp(`\\b${id}\\b`).test(code)).length;
}

/** Loads the calls of a tool. esbuild resolves imports as the bundlers of the tools' users do. */
async function callsOf(folder: string, shop: Shop): Promise<FiveCalls> {
  const program = out(`${folder}.mjs`);
  const options = ["--bundle", "--platform=node", "--format=esm", "--packages=external", "--log-level=error"];
  await mustRun(modules(".bin/esbuild"), `${folder}/calls.ts`, ...options, `--outfile=${program}`);
  return (await import(pathToFileURL(program).href)).callsOf(shop);
}

/** Generates, compiles, makes the calls and prints the table. Returns the faults. */
async function tryGenerators(shop: Shop, ids: string[]): Promise<string[]> {
  for (const [folder, { generate }] of Object.entries(tools)) {
    rmSync(join(HERE, folder, "generated"), { recursive: true, force: true });
    // Not every generator makes its folder.
    mkdirSync(join(HERE, folder, "generated"));
    await generate();
  }
  const { output } = await run(process.execPath, [modules("typescript/bin/tsc"), "-p", "."]);
  const typeErrors = (output.match(/^.*error TS.*$/gm) ?? []).filter(
    (line) => hasJava || !line.startsWith("openapi-generator/"),
  );

  console.log("| Generator | Operations generated | Type errors | Calls |\n|---|---|---|---|");
  const faults = [...typeErrors];
  for (const [folder, tool] of Object.entries(tools)) {
    const generated = countGenerated(folder, ids);
    const errors = typeErrors.filter((line) => line.startsWith(`${folder}/`));
    const wrong = await faultsOf(await callsOf(folder, shop));
    console.log(
      `| ${version(tool.package)} | ${generated} of ${ids.length} | ${errors.length} | ${5 - wrong.length} of 5 succeed |`,
    );
    faults.push(...wrong.map((fault) => `${folder}: ${fault}`));
    if (generated < ids.length) faults.push(`${folder}: operations are missing`);
  }
  if (!hasJava) console.log("\nopenapi-generator did not run: `java` is not on the PATH.");
  return faults;
}

interface Execution {
  item: { name: string; request: Parameters<typeof operationOf>[1] };
  response?: { code: number; stream: { data: number[] } };
}

/** Runs a Postman collection of the document with only base URL and key. Returns the answers that the document does not have. */
async function tryPostman(shop: Shop, api: Document): Promise<string[]> {
  const [file, report] = [out("highstreet.postman_collection.json"), out("newman.json")];
  const options = "folderStrategy=Tags,parametersResolution=Example,enableOptionalParameters=false";
  await byNode("openapi-to-postmanv2/bin/openapi2postmanv2.js", "-s", document, "-o", file, "-O", options);
  const collection: Collection = withoutIds(readJson(file), api);
  writeFileSync(file, JSON.stringify(collection, null, 2));
  const settings = [`baseUrl=${shop.baseUrl}`, `bearerToken=${shop.key}`].flatMap((one) => ["--env-var", one]);
  await byNode(
    "newman/bin/newman.js",
    "run",
    file,
    ...settings,
    "-r",
    "json",
    "--reporter-json-export",
    report,
    "--suppress-exit-code",
  );

  const counts = { success: 0, problem: 0, other: 0 };
  const others: string[] = [];
  for (const { item, response } of readJson(report).run.executions as Execution[]) {
    const { code = 0, stream } = response ?? {};
    const isDocumented = String(code) in operationOf(api, item.request).responses;
    const kind = !isDocumented ? "other" : code < 300 ? "success" : "problem";
    counts[kind]++;
    const body = Buffer.from(stream?.data ?? []).toString();
    if (kind !== "success") others.push(`- ${item.name}: ${code} ${/"code":"(\w+)"/.exec(body)?.[1] ?? body}`);
  }
  console.log(
    `\n${version("openapi-to-postmanv2")}, ${version("newman")}: ${counts.success} calls with a documented success, ${counts.problem} with a documented problem, ${counts.other} with another answer.`,
  );
  console.log(others.join("\n"));
  if (counts.success < GOAL) return [`Postman: ${counts.success} successes are fewer than ${GOAL}`];
  return counts.other ? [`Postman: ${counts.other} answers are not in the document`] : [];
}

await live(async (life) => {
  await mustRun("npm", "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error");
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT);
  const shop = await openShop(life, OUT);
  const api: Document = await (await fetch(`${shop.baseUrl}/openapi.json`)).json();
  writeFileSync(document, JSON.stringify(api));
  const ids = Object.values(api.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));

  console.log(`Node ${process.version}, ${version("typescript")}\n`);
  const faults = [...(await tryGenerators(shop, ids)), ...(await tryPostman(shop, api))];
  for (const fault of faults) console.error(fault);
  life.exitCode = faults.length ? 1 : 0;
});
