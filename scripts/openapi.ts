import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clientDocument, createDocument, stampOf } from "../apps/rest/src/openapi/document.ts";
import { codePages } from "./code-pages.ts";
import { ROOT } from "./settings.ts";

/**
 * `npm run openapi`: writes docs/openapi.json, the lists of errors and warnings in docs, and the types of packages/client. Run this after a
 * change of an operation, a schema or a code, and commit the result.
 */

/** The generator does not work with TypeScript 7, so npm installs it with its own TypeScript. */
const TOOLS = ["--package=openapi-typescript@7.13.0", "--package=typescript@5.9.3"];

const document = createDocument();
writeFileSync(join(ROOT, "docs/openapi.json"), `${JSON.stringify(document, null, 2)}\n`);
for (const [file, page] of Object.entries(codePages)) writeFileSync(join(ROOT, "docs", file), page());

const forClient = clientDocument(document);
const made = `// Made by \`npm run openapi\` from docs/openapi.json (${stampOf(forClient)}).\n`;
writeFileSync(join(ROOT, "packages/client/src/api.ts"), made + typesOf(JSON.stringify(forClient)));
console.log("Wrote docs/openapi.json, docs/errors.md, docs/warnings.md and packages/client/src/api.ts.");

function typesOf(text: string): string {
  const scratch = mkdtempSync(join(tmpdir(), "highstreet-openapi-"));
  const [input, output] = [join(scratch, "openapi.json"), join(scratch, "api.ts")];
  try {
    writeFileSync(input, text);
    const args = ["exec", "--yes", "--loglevel=error", ...TOOLS, "--", "openapi-typescript", input, "-o", output];
    const npm = process.env.npm_execpath;
    const [program, first] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
    // Runs in another folder, because in the repository npm would find the repository's TypeScript.
    const { status, stderr, error } = spawnSync(program, [...first, ...args], { cwd: scratch, encoding: "utf8" });
    if (status !== 0) throw new Error(`openapi-typescript failed: ${error?.message ?? stderr}`);
    return readFileSync(output, "utf8");
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
