import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { caller } from "./caller.ts";

/**
 * The shared procedures for the member of staff who requests the page. Without a session, redirects to the sign-in page.
 */
export async function signedIn() {
  const api = await caller();
  if (api) return api;
  const path = (await headers()).get("x-path") ?? "/";
  redirect(`/sign-in?next=${encodeURIComponent(path)}`);
}
