/**
 * The warning for a sandbox outside of a demo; undefined otherwise.
 * @param env HIGHSTREET_PROVIDERS, and HIGHSTREET_DEMO=1 for a demo
 */
export function sandboxWarning(env: Record<string, string | undefined>): string | undefined {
  if ((env.HIGHSTREET_PROVIDERS || "sandbox") !== "sandbox" || env.HIGHSTREET_DEMO === "1") return undefined;
  return "Sandbox: no listing or ad is shown to the public.";
}
