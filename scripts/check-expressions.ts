/**
 * Checks that each regular expression of the product takes linear time (recheck). A slower one needs an entry in expressions.ts with the
 * bound of its input. An expression that `RegExp` builds from constants of its file is checked, too.
 * Keeps its results in node_modules/.cache, because the first check takes half a minute.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkSync } from "recheck";
import { type ESTree, parseSync, Visitor } from "vite";
import release from "../package.json" with { type: "json" };
import { bounded, built } from "./expressions.ts";
import { ROOT } from "./settings.ts";

const SOURCES = ["packages/*/src/**/*.{ts,tsx}", "apps/*/src/**/*.{ts,tsx}"];
const CACHE = join(ROOT, "node_modules/.cache/expressions", `${release.devDependencies.recheck}-in-v8.json`);
/** Maximum time for one expression. Without a verdict in this time, it counts as slow. A quiet machine needs 9 s, a busy one ten times that. */
const MAX_MS = 300_000;

/** A quadratic expression takes seconds for this many repeats, a linear one less than a millisecond. */
const [MAX_REPEATS, SLOW_MS] = [100_000, 200];
type Attack = Extract<ReturnType<typeof checkSync>, { status: "vulnerable" }>["attack"];

/** The expressions, and the files that have them. */
const found = new Map<string, Set<string>>();
const faults: string[] = [];
/** The entries of expressions.ts that no file needs so far. */
const unused = new Set<unknown>([...bounded.map(([expression]) => String(expression)), ...built]);

type Constants = Map<string, ESTree.Expression>;

/** A text of literals and of constants of its file; undefined for any other. */
function textOf(node: ESTree.Node, constants: Constants): string | undefined {
  if (node.type === "Literal" && "regex" in node) return node.regex.pattern;
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  const known = node.type === "Identifier" && constants.get(node.name);
  if (known) return textOf(known, constants);
  if (node.type === "MemberExpression" && "name" in node.property && node.property.name === "source")
    return textOf(node.object, constants);
  if (node.type !== "TemplateLiteral") return undefined;
  const parts = node.expressions.map((part) => textOf(part, constants));
  return parts.includes(undefined)
    ? undefined
    : node.quasis.map(({ value }, at) => `${value.cooked}${parts[at] ?? ""}`).join("");
}

function add(file: string, pattern: string, flags = ""): void {
  const expression = `/${pattern}/${flags}`;
  found.set(expression, (found.get(expression) ?? new Set()).add(file));
}

function collect(file: string): void {
  const text = readFileSync(join(ROOT, file), "utf8");
  const { program, errors } = parseSync(file, text);
  if (errors[0]) faults.push(`${file}: ${errors[0].message}`);
  const constants: Constants = new Map();
  const takeBuilt = ({ callee, arguments: given, start, end }: ESTree.NewExpression | ESTree.CallExpression): void => {
    if (callee.type !== "Identifier" || callee.name !== "RegExp") return;
    const source = text.slice(start, end);
    const known = built.find((one) => one.file === file && source.includes(one.part));
    const [pattern, flags] = given.map((one) => textOf(one, constants));
    if (known) unused.delete(known);
    else if (pattern !== undefined) add(file, pattern, flags);
    else faults.push(`${file}: recheck cannot know ${source}. Add why its time is bounded to scripts/expressions.ts`);
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === "Identifier" && init) constants.set(id.name, init);
    },
  }).visit(program);
  new Visitor({
    Literal: (node) => {
      if ("regex" in node) add(file, node.regex.pattern, node.regex.flags);
    },
    NewExpression: takeBuilt,
    CallExpression: takeBuilt,
  }).visit(program);
}

function readCache(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(CACHE, "utf8"));
  } catch {
    return {};
  }
}

/** The verdict of recheck: `safe`, or such as `2nd degree polynomial`. */
function judge(expression: string): string {
  const end = expression.lastIndexOf("/");
  const read = checkSync(expression.slice(1, end), expression.slice(end + 1), { timeout: MAX_MS });
  if (read.status !== "vulnerable") return read.status;
  return isSlow(new RegExp(expression.slice(1, end), expression.slice(end + 1)), read.attack)
    ? read.complexity.summary
    : "safe";
}

/** Whether a longer attack takes V8 a long time. recheck guesses from few steps, and takes some linear expressions for slow ones. */
function isSlow(expression: RegExp, { pumps, suffix }: Attack): boolean {
  for (let repeats = 10; repeats < MAX_REPEATS; repeats = Math.ceil(repeats * 1.25)) {
    const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(repeats)).join("") + suffix;
    // Of this process alone, because a busy machine makes each one slow.
    const began = process.cpuUsage();
    text.replace(expression, "");
    if (process.cpuUsage(began).user > SLOW_MS * 1_000) return true;
  }
  return false;
}

// The backend in JavaScript needs no Java and no binary.
process.env.RECHECK_BACKEND = "pure";
const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).map((file) => file.replaceAll("\\", "/"));
for (const file of files.filter((one) => !/\.test\.tsx?$|\/generated\/|\/testing\//.test(one))) collect(file);
const verdicts = readCache();
mkdirSync(dirname(CACHE), { recursive: true });
for (const [expression, places] of found) {
  if (unused.delete(expression) || bounded.some(([one]) => String(one) === expression)) continue;
  const known = verdicts[expression];
  const verdict = known ?? judge(expression);
  // A later run continues where this one ends.
  if (!known && verdict !== "unknown")
    writeFileSync(CACHE, JSON.stringify(Object.assign(verdicts, { [expression]: verdict })));
  if (verdict === "safe") continue;
  faults.push(
    `${[...places].join(", ")}: ${expression} is ${verdict}. Make it linear, or add its bound to scripts/expressions.ts`,
  );
}
for (const entry of unused) faults.push(`scripts/expressions.ts: nothing needs ${JSON.stringify(entry)} any more`);
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
