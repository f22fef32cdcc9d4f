import { LONGEST_URL, normalizedUrl } from "@highstreet/feeds/text.ts";
import { z } from "zod";

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
