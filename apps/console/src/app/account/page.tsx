import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { localPath } from "../../server/local-path.ts";
import { staffAccess } from "../../server/staff-access.ts";
import { Account } from "../../ui/account/account.tsx";
import { texts } from "../../ui/account/texts.ts";

export const metadata: Metadata = { title: texts.title };

export default async function AccountPage({ searchParams }: PageProps<"/account">) {
  const back = localPath((await searchParams).back);
  const security = await staffAccess().securityOf(await headers());
  if (!security) redirect(`/sign-in?next=${encodeURIComponent(`/account?back=${encodeURIComponent(back)}`)}`);
  return <Account security={security} back={back} />;
}
