import "server-only";
import { openStaffAccess, type StaffAccess } from "@highstreet/router";
import { ending } from "./ending.ts";
import { environment } from "./environment.ts";
import { meterOf } from "./meter.ts";
import { once } from "./once.ts";
import { tracerOf } from "./tracer.ts";

export type { StaffSecurity } from "@highstreet/router";

/** Sign-in and contexts of this console. */
export function staffAccess(): StaffAccess {
  return once("staff access", () => {
    const { databaseUrl, connections, secretKey, consoleUrl, allowLocalWebhooks } = environment;
    const { signal } = ending();
    return openStaffAccess({
      databaseUrl,
      connections,
      secretKey,
      consoleUrl,
      allowLocalWebhooks,
      env: process.env,
      ending: signal,
      meter: meterOf(),
      tracer: tracerOf(),
    });
  });
}
