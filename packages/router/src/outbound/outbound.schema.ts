import { webUrl } from "../kernel/web-url.schema.ts";

/** A URL that Highstreet calls, without credentials. check-url.ts decides which addresses it may lead to. */
export const OutboundUrl = webUrl(["http", "https"], "must be an https URL").refine((url) => {
  const { username, password } = new URL(url);
  return username === "" && password === "";
}, "must not hold a user name or password");
