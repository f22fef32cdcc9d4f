// Stands for npm in bootstrap.test.ts. FAKE_NPM: `good`, `fails`, `full` or `hangs`.
import { spawn } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";

const mode = process.env.FAKE_NPM;
writeFileSync("npm-arguments.json", JSON.stringify(process.argv.slice(2)));
if (mode === "good") {
  for (const folder of ["node/bin", "node/node_modules", "@prisma/client/runtime", "prisma/build"])
    mkdirSync(`node_modules/${folder}`, { recursive: true });
  symlinkSync(process.execPath, "node_modules/node/bin/node");
  writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages: {} }));
  const generate =
    'fs.mkdirSync("packages/db/src/generated", { recursive: true }); fs.writeFileSync("packages/db/src/generated/client.ts", "")';
  writeFileSync("node_modules/prisma/build/index.js", `const fs = require("node:fs"); ${generate}`);
} else if (mode === "fails") {
  console.error("npm warn a warning of npm\nnpm error a reason");
  process.exitCode = 1;
} else {
  // As npm does while it unpacks.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
  const child = spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"], { stdio: "inherit" });
  // Never half written.
  writeFileSync("npm-processes", JSON.stringify([process.pid, child.pid]));
  renameSync("npm-processes", "npm-processes.json");
  if (mode === "full") console.error("npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write");
  setInterval(() => undefined, 1000);
}
