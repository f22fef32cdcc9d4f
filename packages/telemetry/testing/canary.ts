/** Begins each secret that a test chooses. No log, metric, error or trace may contain it. */
const CANARY = ["canary", "4b1d", "secret"].join("");

/** A secret with a mark by which it is found in any output. @param name the place of the secret, in letters */
export const canary = (name: string): string => `${CANARY}${name}`;

/** Secrets that Highstreet makes have forms of their own. A key of zeros is an example. */
const FORMS = [new RegExp(`${CANARY}[a-z]+`, "gi"), /\bhs_(?:test_)?[0-9a-f-]{36}_(?!0{64})[0-9a-f]{64}\b/g];

/**
 * The secrets in an output, each once.
 * @param known further secrets to look for
 */
export function secretsIn(output: string, known: readonly string[] = []): string[] {
  const found = FORMS.flatMap((form) => [...output.matchAll(form)].map(([secret]) => secret));
  return [...new Set([...found, ...known.filter((secret) => secret && output.includes(secret))])];
}
