import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { caller } from "./caller.ts";

/** The shared procedures, called by the member of staff who asks for the page; whoever has not signed in is led there first. */
export async function signedIn() {
  const api = await caller();
  if (api) return api;
  const path = (await headers()).get("x-path") ?? "/";
  redirect(`/sign-in?next=${encodeURIComponent(path)}`);
}
