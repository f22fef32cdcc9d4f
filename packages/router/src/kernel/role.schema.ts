import { z } from "zod";

/** The role of a member of staff at a retailer. */
export const Role = z.enum(["owner", "manager", "viewer"]);
export type Role = z.infer<typeof Role>;
