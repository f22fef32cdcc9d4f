import { redirect } from "next/navigation";
import { signedIn } from "../server/caller.ts";
import { NoShop } from "../ui/sign-in/no-shop.tsx";

/** Opens the first shop, or the table of all shops for partners. */
export default async function Start() {
  const api = await signedIn();
  const { retailers, partner } = await api.staff.me();
  if (partner && retailers.length !== 1) redirect("/fleet");
  const [first] = retailers;
  if (first) redirect(`/shops/${first.id}`);
  return <NoShop />;
}
