import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { contextFiles, filesBelow, ROOT, type Stage, type Step, stages } from "./dockerfile.ts";

/**
 * Runs the steps of deploy/Dockerfile without Docker. Each stage becomes a folder below `folder`. The programs of the base image,
 * such as Node and npm, are those of this machine.
 * @returns the last stage and its root folder
 */
export function buildTree(folder: string): { stage: Stage; root: string } {
  const files = contextFiles();
  const roots = new Map<string, string>();
  const built = stages().map((stage, index) => {
    const root = join(folder, stage.name ?? `stage-${index}`);
    roots.set(stage.name ?? "", root);
    mkdirSync(join(root, stage.workdir), { recursive: true });
    for (const step of stage.steps) {
      if (step.keyword === "RUN") run(step, stage, root);
      if (step.keyword === "COPY") copy(step, stage, root);
    }
    return { stage, root };
  });
  const last = built.at(-1);
  if (!last) throw new Error("deploy/Dockerfile has no stage.");
  return last;

  function copy({ words, from }: Step, stage: Stage, root: string): void {
    const sources = words.slice(0, -1);
    const target = words.at(-1) ?? ".";
    const place = join(root, resolve(stage.workdir, target));
    const origin = from === undefined ? ROOT : (roots.get(from) ?? "");
    for (const source of sources) {
      const path = join(origin, source);
      const whole = statSync(path).isDirectory();
      const to = !whole && (target.endsWith("/") || sources.length > 1) ? join(place, basename(source)) : place;
      if (from !== undefined) {
        mkdirSync(dirname(to), { recursive: true });
        execFileSync("cp", ["-a", ...(whole ? ["-T"] : []), path, to]);
        continue;
      }
      for (const file of filesBelow(source, files)) {
        const inner = relative(source, file);
        cpSync(join(ROOT, file), inner === "" ? to : join(to, inner));
      }
    }
  }
}

function run({ text }: Step, stage: Stage, root: string): void {
  console.log(`  ${text.replace(/\s*\\\n\s*/g, " ")}`);
  // npm names the folder and the settings of the calling script in its own variables.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_") && name !== "INIT_CWD");
  execFileSync("sh", ["-c", text], {
    cwd: join(root, stage.workdir),
    env: { ...Object.fromEntries(own), ...stage.env },
    stdio: ["ignore", "ignore", "inherit"],
  });
}
