/**
 * What to say aloud where the sandbox stands in for the outside and nobody asked for a demo; undefined elsewhere.
 * @param env HIGHSTREET_PROVIDERS, and HIGHSTREET_DEMO=1 where a demo is wanted
 */
export function sandboxWarning(env: Record<string, string | undefined>): string | undefined {
  if ((env.HIGHSTREET_PROVIDERS || "sandbox") !== "sandbox" || env.HIGHSTREET_DEMO === "1") return undefined;
  return "Sandbox: no listing or ad is shown to the public.";
}
