import { z } from "zod";
import { isStorable } from "./body.schema.ts";

/** Maximum length of a URL, in characters of its normalized form. */
const LONGEST_URL = 2_048;

/**
 * The normalized form of a URL (`href` of the WHATWG URL Standard).
 * @param schemes the schemes to take, without a colon
 * @returns undefined for other text, and for text with U+0000 or an unpaired surrogate
 */
export function normalizedUrl(text: string, schemes: readonly string[]): string | undefined {
  if (text.length > LONGEST_URL || !isStorable(text)) return undefined;
  const url = URL.parse(text);
  if (!url || !schemes.includes(url.protocol.slice(0, -1))) return undefined;
  return url.href.length > LONGEST_URL ? undefined : url.href;
}

/** A URL in a request's body. The result is the normalized form. */
export const webUrl = (schemes: readonly string[], error: string) =>
  z
    .url(error)
    .max(LONGEST_URL, `must be at most ${LONGEST_URL.toLocaleString("en")} characters`)
    .transform((text, issues) => {
      const url = normalizedUrl(text, schemes);
      if (url !== undefined) return url;
      issues.addIssue({ code: "custom", message: error });
      return z.NEVER;
    });
