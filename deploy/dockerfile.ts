import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { DockerfileParser, From, ModifiableInstruction, PropertyInstruction, Workdir } from "dockerfile-ast";

export const ROOT = join(import.meta.dirname, "..");
export const DOCKERFILE = readFileSync(join(ROOT, "deploy/Dockerfile"), "utf8");

/** An instruction, such as `COPY --from=build /app/apps apps`. */
export interface Step {
  keyword: string;
  /** The stage in `--from`. */
  from: string | undefined;
  /** The words after the flags, or the members of the JSON form. */
  words: string[];
  /** The text after the flags. */
  text: string;
}

export interface Stage {
  /** `build` in `FROM node AS build`. */
  name: string | undefined;
  image: string;
  workdir: string;
  env: Record<string, string>;
  steps: Step[];
}

/** The stages of deploy/Dockerfile. */
export function stages(): Stage[] {
  const found: Stage[] = [];
  for (const instruction of DockerfileParser.parse(DOCKERFILE).getInstructions()) {
    if (instruction instanceof From) {
      const image = instruction.getImage() ?? "";
      found.push({ name: instruction.getBuildStage() ?? undefined, image, workdir: "/", env: {}, steps: [] });
      continue;
    }
    const stage = found.at(-1);
    if (!stage) continue;
    if (instruction instanceof Workdir) stage.workdir = instruction.getPath() ?? "/";
    if (instruction.getKeyword() === "ENV" && instruction instanceof PropertyInstruction) {
      for (const property of instruction.getProperties()) stage.env[property.getName()] = property.getValue() ?? "";
    }
    const flags = instruction instanceof ModifiableInstruction ? instruction.getFlags() : [];
    const text = (instruction.getRawArgumentsContent() ?? "").replace(/^(--\S+\s+)+/, "");
    stage.steps.push({
      keyword: instruction.getKeyword(),
      from: flags.find((flag) => flag.getName() === "from")?.getValue() ?? undefined,
      words: text.startsWith("[") ? (JSON.parse(text) as string[]) : text.split(/\s+/),
      text,
    });
  }
  return found;
}

/** The files of the repository that deploy/Dockerfile.dockerignore lets into the build, as paths from the root. */
export function contextFiles(): string[] {
  const lines = readFileSync(join(ROOT, "deploy/Dockerfile.dockerignore"), "utf8").split("\n");
  const rules = lines.filter((line) => line !== "" && !line.startsWith("#"));
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: ROOT });
  return files
    .toString()
    .split("\0")
    .filter((file) => file !== "" && !isIgnored(file, rules));
}

/** The last rule that matches the file or a folder above it decides. */
function isIgnored(file: string, rules: string[]): boolean {
  const parts = file.split("/");
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  // Docker's `*` takes hidden files too.
  const matches = (path: string, rule: string) => rule === "*" || matchesGlob(path, rule.replace(/^!/, ""));
  const last = rules.findLast((rule) => paths.some((path) => matches(path, rule)));
  return last !== undefined && !last.startsWith("!");
}

/** The files of the context that `COPY source` takes. */
export function filesBelow(source: string, files: string[]): string[] {
  const folder = source.replace(/\/$/, "");
  return folder === "." ? files : files.filter((file) => file === folder || file.startsWith(`${folder}/`));
}
