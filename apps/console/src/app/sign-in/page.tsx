import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { caller } from "../../server/caller.ts";
import { SignIn } from "../../ui/sign-in/sign-in.tsx";

export const metadata: Metadata = { title: "Sign in" };

/** A path of this console; anything else leads home. */
function pathIn(next: string | string[] | undefined): string {
  return typeof next === "string" && /^\/(?![/\\])/.test(next) ? next : "/";
}

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const next = pathIn((await searchParams).next);
  if (await caller()) redirect(next);
  return <SignIn next={next} />;
}
