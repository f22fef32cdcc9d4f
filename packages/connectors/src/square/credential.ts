import { z } from "zod";
import type { ConnectorInfo } from "../connector-info.ts";

const credential = z.object({
  accessToken: z
    .string("Paste the access token of the Square application.")
    .trim()
    .max(2_000, "must be at most 2,000 characters")
    .min(1, "Paste the access token of the Square application.")
    .regex(/^[\x21-\x7e]*$/, "The access token has no spaces. Copy the whole token again."),
});
export type Credential = z.infer<typeof credential>;

export const info = {
  id: "square",
  label: "Square",
  credential,
  secretMembers: ["accessToken"],
} satisfies ConnectorInfo<Credential>;
