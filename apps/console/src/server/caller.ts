import "server-only";
import { createCaller } from "@highstreet/router";
import { headers } from "next/headers";
import { cache } from "react";
import { staffAccess } from "./staff-access.ts";

/** The shared procedures for the user who requests the page; null without a session. Cached per request. */
export const caller = cache(async () => {
  const ctx = await staffAccess().contextOf(await headers());
  return ctx.actor && createCaller(ctx);
});
