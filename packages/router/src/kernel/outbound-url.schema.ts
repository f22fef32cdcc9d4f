import { webUrl } from "./web-url.schema.ts";

/** A URL that Highstreet calls, without credentials. `checkOutboundUrl` decides which addresses are allowed. */
export const OutboundUrl = webUrl(["http", "https"], "must be an https URL").refine((url) => {
  const { username, password } = new URL(url);
  return username === "" && password === "";
}, "must not hold a user name or password");
