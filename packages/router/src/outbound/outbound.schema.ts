import { z } from "zod";

/** A URL that we are to call, without credentials. Which addresses it may lead to is a rule of the verb's (check-url.ts). */
export const OutboundUrl = z
  .string()
  .max(2_048, "must be at most 2,048 characters")
  .refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), "must be an https URL")
  .refine((url) => {
    const { username, password } = URL.canParse(url) ? new URL(url) : { username: "", password: "" };
    return username === "" && password === "";
  }, "must not hold a user name or password");
