import "server-only";
import { createCaller, domainErrorOf } from "@highstreet/router";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { staffAccess } from "./staff-access.ts";

/** The procedures for the user of the page; null without a session. Cached per request. */
export const caller = cache(async () => {
  const ctx = await staffAccess().contextOf(await headers());
  return ctx.actor && createCaller(ctx);
});

/** The same. Without a session, redirects to the sign-in page. */
export async function signedIn() {
  return (await caller()) ?? toSignIn();
}

/** Redirects to the sign-in page, which leads back to this page. */
export async function toSignIn(): Promise<never> {
  const asked = await headers();
  const path = asked.get("x-path") ?? "/";
  // A cookie without a session: the session has ended.
  const ended = asked.get("cookie")?.includes("session_token") ? "&ended=1" : "";
  redirect(`/sign-in?next=${encodeURIComponent(path)}${ended}`);
}

export async function partnerOf(): Promise<{ id: string; name: string }> {
  const { partner } = await (await signedIn()).staff.me();
  return partner ?? notFound();
}

export async function orNotFound<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (domainErrorOf(error)?.status === 404) notFound();
    throw error;
  }
}
