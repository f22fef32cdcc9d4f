import { redirect } from "next/navigation";
import { caller } from "../server/caller.ts";
import { firstShop } from "../server/load-shop.ts";
import { NoShop } from "../ui/frame/no-shop.tsx";

/** Opens the first shop. */
export default async function Home() {
  const api = await caller();
  if (!api) redirect("/sign-in");
  const first = await firstShop(api);
  if (first) redirect(`/shops/${first}`);
  return (
    <NoShop
      title="No shop yet"
      text="Your account belongs to no shop. Ask the owner of the shop that you work for to add you."
    />
  );
}
