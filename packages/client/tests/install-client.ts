import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const client = join(import.meta.dirname, "..");
const modules = join(client, "../../node_modules");

/** A partner's project with the installed package: plain JavaScript, its dependencies and the types of Node. */
export function installClient() {
  const folder = mkdtempSync(join(tmpdir(), "highstreet-client-"));
  const installed = join(folder, "node_modules/@highstreet/client");
  mkdirSync(installed, { recursive: true });
  cpSync(join(client, "package.json"), join(installed, "package.json"));
  const { status, stdout } = spawnSync(process.execPath, [join(client, "build.ts"), join(installed, "dist")], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the build failed: ${stdout}`);
  for (const name of ["openapi-fetch", "openapi-typescript-helpers", "@types", "undici-types"])
    symlinkSync(join(modules, name), join(folder, "node_modules", name));
  return {
    folder,
    write: (file: string, text: string) => writeFileSync(join(folder, file), text),
    /** Type-checks one file under `strict`, the declarations of the package included. Returns the errors. */
    typecheck: (file: string, ...options: string[]): string => {
      const args = ["--noEmit", "--strict", "--target", "es2022", "--types", "node", ...options, file];
      return spawnSync(join(modules, ".bin/tsc"), args, { cwd: folder, encoding: "utf8" }).stdout;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The snippets of the README, in order. They form one program. */
export function readmeProgram(): string {
  const readme = readFileSync(join(client, "README.md"), "utf8");
  return [...readme.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code]) => code).join("\n");
}
