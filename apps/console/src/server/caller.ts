import "server-only";
import { createCaller } from "@highstreet/router";
import { headers } from "next/headers";
import { cache } from "react";
import { staffAccess } from "./staff-access.ts";

/** The shared procedures, called by whoever asks for the page; null when they have not signed in. Once a request. */
export const caller = cache(async () => {
  const ctx = await staffAccess().contextOf(await headers());
  return ctx.actor && createCaller(ctx);
});
