import { googleNames, googleProblems } from "./google/settings.ts";
import { DEFAULT_SPEED } from "./sandbox/life.ts";

type Env = Record<string, string | undefined>;

interface ProviderSetting {
  name: string;
  meaning: string;
  /** The text that stands for an absent value. */
  default?: string;
}

export const providerSettings: ProviderSetting[] = [
  {
    name: "HIGHSTREET_PROVIDERS",
    meaning: "Who shows listings and ads: `sandbox` (rehearses everything here) or `google`",
    default: "sandbox",
  },
  {
    name: "HIGHSTREET_SANDBOX_SPEED",
    meaning: "How many times faster than real life the sandbox is; 1 is real life",
    default: String(DEFAULT_SPEED),
  },
  ...googleNames,
];

export function readSpeed({ HIGHSTREET_SANDBOX_SPEED: given }: Env): number {
  const speed = given ? Number(given) : DEFAULT_SPEED;
  if (speed >= 1 && Number.isFinite(speed)) return speed;
  throw new Error(`HIGHSTREET_SANDBOX_SPEED is “${given}”: it must be a number from 1 (real life) on.`);
}

export function readProvider({ HIGHSTREET_PROVIDERS: given }: Env): "sandbox" | "google" {
  const name = given || "sandbox";
  if (name === "sandbox" || name === "google") return name;
  throw new Error(`HIGHSTREET_PROVIDERS is “${name}”: it must be sandbox or google.`);
}

/** One line for each wrong setting, without secrets; empty if `createProviders` accepts them. */
export function providerProblems(env: Env): string[] {
  try {
    if (readProvider(env) === "google")
      return googleProblems(env).map((line) => `${line}: docs/google.md explains it.`);
    readSpeed(env);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
