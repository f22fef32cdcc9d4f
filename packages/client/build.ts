/** Emits the package to `dist`, or to the folder of the first argument: ES modules, and CommonJS in its folder `cjs`. */
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = import.meta.dirname;
const dist = process.argv[2] ?? join(folder, "dist");
const tsc = join(folder, "../../node_modules/typescript/bin/tsc");

rmSync(dist, { recursive: true, force: true });
emit("tsconfig.build.json", dist);
emit("tsconfig.cjs.json", join(dist, "cjs"));
// The package has "type": "module". Without this file, Node would read the folder as ES modules.
writeFileSync(join(dist, "cjs/package.json"), '{ "type": "commonjs" }\n');

function emit(project: string, outDir: string): void {
  const args = [tsc, "-p", join(folder, project), "--outDir", outDir];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
