import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { caller } from "../../server/caller.ts";
import { environment } from "../../server/environment.ts";
import { localPath } from "../../server/local-path.ts";
import { SignIn } from "../../ui/sign-in/sign-in.tsx";
import { texts } from "../../ui/sign-in/texts.ts";

export const generateMetadata = (): Metadata => ({ title: texts.title });

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { next: asked, ended } = await searchParams;
  const next = localPath(asked);
  if (await caller()) redirect(next);
  return <SignIn next={next} isEnded={ended === "1"} canMail={environment.canMail} />;
}
