import { redirect } from "next/navigation";
import { signedIn } from "../server/signed-in.ts";
import { NoShop } from "../ui/frame/no-shop.tsx";

/** Opens the first shop or, for the partner's people, the table of all shops. */
export default async function Start() {
  const api = await signedIn();
  const { retailers, partner } = await api.staff.me();
  if (partner && retailers.length !== 1) redirect("/fleet");
  const [first] = retailers;
  if (first) redirect(`/shops/${first.id}`);
  return <NoShop />;
}
