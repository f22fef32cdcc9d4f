import { redirect } from "next/navigation";
import { caller } from "../server/caller.ts";
import { NoShop } from "../ui/frame/no-shop.tsx";

/** Leads to the first shop. */
export default async function Home() {
  const api = await caller();
  if (!api) redirect("/sign-in");
  const { retailers } = await api.staff.me();
  const [first] = retailers;
  if (first) redirect(`/shops/${first.id}`);
  return (
    <NoShop
      title="No shop yet"
      text="Your account belongs to no shop. Ask the owner of the shop that you work for to add you."
    />
  );
}
