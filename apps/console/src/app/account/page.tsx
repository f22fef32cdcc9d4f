import type { Metadata } from "next";
import { headers } from "next/headers";
import { toSignIn } from "../../server/caller.ts";
import { localPath } from "../../server/local-path.ts";
import { staffAccess } from "../../server/staff-access.ts";
import { Account } from "../../ui/account/account.tsx";
import { texts } from "../../ui/account/texts.ts";

export const generateMetadata = (): Metadata => ({ title: texts.title });

export default async function AccountPage({ searchParams }: PageProps<"/account">) {
  const back = localPath((await searchParams).back);
  const security = await staffAccess().securityOf(await headers());
  if (!security) return toSignIn();
  return <Account security={security} back={back} />;
}
