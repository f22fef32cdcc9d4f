import { z } from "zod";

/** What a member of staff is at a retailer. */
export const Role = z.enum(["owner", "manager", "viewer"]);
export type Role = z.infer<typeof Role>;

/** The member of staff that has signed in, and where they work. */
export const Me = z.object({
  name: z.string(),
  email: z.string(),
  sandboxWarning: z.string().nullable().describe("Set where the sandbox stands in for the outside"),
  retailers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: Role,
      scopes: z.array(z.string()).describe("What the role allows, in the terms of API keys"),
    }),
  ),
});
export type Me = z.infer<typeof Me>;
