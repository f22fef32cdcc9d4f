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

/** A URL that Highstreet calls, without credentials. `checkOutboundUrl` decides which addresses are allowed. */
export const OutboundUrl = webUrl(["http", "https"], "must be an https URL").refine((url) => {
  const { username, password } = new URL(url);
  return username === "" && password === "";
}, "must not hold a user name or password");
