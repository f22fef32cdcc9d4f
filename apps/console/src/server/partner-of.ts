import "server-only";
import { notFound } from "next/navigation";
import { signedIn } from "./signed-in.ts";

/** The partner of the signed-in person. Without the partner role, shows the not-found page. */
export async function partnerOf(): Promise<{ id: string; name: string }> {
  const { partner } = await (await signedIn()).staff.me();
  return partner ?? notFound();
}
