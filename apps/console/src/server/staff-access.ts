import "server-only";
import { openStaffAccess, type StaffAccess } from "@highstreet/router";
import { environment } from "./environment.ts";
import { languageOf } from "./language.ts";
import { ending, meterOf, once, tracerOf } from "./once.ts";

export type { StaffSecurity } from "@highstreet/router";

export function staffAccess(): StaffAccess {
  return once("staff access", () => {
    const { databaseUrl, connections, secretKey, consoleUrl, apiUrl, allowLocalWebhooks } = environment;
    const { signal } = ending();
    return openStaffAccess({
      databaseUrl,
      connections,
      secretKey,
      consoleUrl,
      languageOf: (headers) =>
        languageOf({
          cookie: headers.get("cookie") ?? undefined,
          "accept-language": headers.get("accept-language") ?? undefined,
        }),
      allowLocalWebhooks,
      publicUrl: apiUrl,
      env: process.env,
      ending: signal,
      meter: meterOf(),
      tracer: tracerOf(),
    });
  });
}
