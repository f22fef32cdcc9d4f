import { createCall } from "./google/call.ts";
import { examine, type Finding, good, registerProject } from "./google/doctor.ts";
import { readGoogleSettings } from "./google/settings.ts";
import { ProviderError } from "./provider-error.ts";
import { createMemoryBuckets } from "./quota.ts";

export type { Finding } from "./google/doctor.ts";

/** @param registerAs a developer's e-mail address; registers our project with the merchant account first */
export async function runDoctor(env: Record<string, string | undefined>, registerAs?: string): Promise<Finding[]> {
  const name = env.HIGHSTREET_PROVIDERS || "sandbox";
  if (name === "sandbox") return [good("Providers", "the sandbox, which needs nothing")];
  let settings: ReturnType<typeof readGoogleSettings>;
  try {
    settings = readGoogleSettings(env);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    const todo = "Set them. docs/google.md explains where to find each value.";
    return [{ check: "Settings", outcome: "wrong", what, who: "us", todo }];
  }
  const call = createCall({ settings, quota: createMemoryBuckets() });
  const findings = [good("Settings", "complete")];
  if (registerAs) {
    try {
      await registerProject(call, settings, registerAs);
      findings.push(good("Project", `registered for ${registerAs}`));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const todo = "Sign in as an administrator of our own merchant account.";
      findings.push({ check: "Project", outcome: "wrong", what: error.message, who: "us", todo });
    }
  }
  return [...findings, ...(await examine(call, settings))];
}
