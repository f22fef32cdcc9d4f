import "server-only";
import { openStaffAccess, type StaffAccess } from "@highstreet/router";
import { environment } from "./environment.ts";
import { once } from "./once.ts";

export type { StaffSecurity } from "@highstreet/router";

/** Sign-in and contexts of this console. */
export function staffAccess(): StaffAccess {
  return once("staff access", () => {
    const { databaseUrl, secretKey, consoleUrl, allowLocalWebhooks } = environment;
    return openStaffAccess({ databaseUrl, secretKey, consoleUrl, allowLocalWebhooks, env: process.env });
  });
}
