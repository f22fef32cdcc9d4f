import { providerProblems, providerSettings } from "@highstreet/providers";
import type { Quotas } from "../kernel/context.ts";
import { nearestName } from "../kernel/text.ts";
import { declared } from "./declared.ts";
import type { Role, Setting } from "./parse.ts";

type Env = Record<string, string | undefined>;
type Declared = typeof declared;
export type Key = keyof Declared;

type ValueOf<K extends Key> =
  | ReturnType<Declared[K]["parse"]>
  | (Declared[K] extends { default: string } ? never : undefined);

type ValuesOf<R extends Role> = {
  [K in Key as R extends Declared[K]["roles"][number] ? K : never]: Declared[K] extends {
    requiredBy: readonly (infer Q)[];
  }
    ? R extends Q
      ? ReturnType<Declared[K]["parse"]>
      : ValueOf<K>
    : ValueOf<K>;
};

const forMail = ["smtpFrom", "consoleUrl"] as const;

export const allSettings = (): Pick<Setting, "name" | "meaning" | "roles" | "default" | "usual">[] => [
  ...Object.values(declared),
  ...providerSettings.map((setting) => ({
    ...setting,
    roles: ["rest", "worker", "console", "sftp", "admin", "start"] as const,
  })),
];

function read(env: Env, setting: Setting): unknown {
  const text = env[setting.name] || setting.default;
  if (text === undefined) return undefined;
  try {
    return setting.parse(text);
  } catch (error) {
    throw new Error(`${setting.name} ${error instanceof Error ? error.message : error}.`, { cause: error });
  }
}

/**
 * The value of one setting. An empty text counts as absent.
 * @throws Error with one line if the value is wrong
 */
export function readSetting<K extends Key>(env: Env, key: K): ValueOf<K> {
  return read(env, declared[key]) as ValueOf<K>;
}

const isNotSet = ({ name, write, meaning }: Setting): string => `${name} is not set: ${write ?? meaning}.`;

/**
 * Reads and checks all settings of a role.
 * @throws Error with one line for each wrong or missing setting
 */
export function readSettings<R extends Role>(env: Env, role: R): ValuesOf<R> {
  const problems: string[] = [];
  const values: Partial<Record<Key, unknown>> = {};
  for (const [key, setting] of Object.entries(declared) as [Key, Setting][]) {
    if (role !== "start" && !setting.roles.includes(role)) continue;
    try {
      values[key] = read(env, setting);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
      continue;
    }
    if (values[key] === undefined && setting.requiredBy?.includes(role)) problems.push(isNotSet(setting));
  }
  if (role === "worker" && values.smtpUrl !== undefined) {
    for (const key of forMail) if (values[key] === undefined) problems.push(isNotSet(declared[key]));
  }
  if (role !== "migrate") problems.push(...providerProblems(env));
  if (problems.length) throw new Error(problems.join("\n"));
  return values as ValuesOf<R>;
}

export function unknownSettings(env: Env): string[] {
  const known = allSettings().map(({ name }) => name);
  const unknown = Object.keys(env).filter((name) => name.startsWith("HIGHSTREET_") && !known.includes(name));
  return unknown.map((name) => {
    const nearest = nearestName(name, known);
    return `${name} is no setting of Highstreet${nearest ? `: did you mean ${nearest}?` : " and has no effect."}`;
  });
}

export type { Role };

/** The quotas of the operator. @throws Error with one line if a quota is not a whole number over 0 */
export function readQuotas(env: Env): Quotas {
  return {
    retailers: readSetting(env, "maxRetailers"),
    stores: readSetting(env, "maxStores"),
    keys: readSetting(env, "maxKeys"),
    sources: readSetting(env, "maxSources"),
    staff: readSetting(env, "maxStaff"),
    pictures: readSetting(env, "maxPictureBytes"),
    endpoints: readSetting(env, "maxEndpoints"),
  };
}
