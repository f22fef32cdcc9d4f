import { notFound, redirect } from "next/navigation";
import { orNotFound } from "../../../server/or-not-found.ts";
import { signedIn } from "../../../server/signed-in.ts";
import { NoShop } from "../../../ui/frame/no-shop.tsx";

/** Opens the first store of a shop. */
export default async function Shop({ params }: PageProps<"/shops/[retailerId]">) {
  const { retailerId } = await params;
  const api = await signedIn();
  const { data } = await orNotFound(api.stores.list({ retailerId }), notFound);
  const [first] = data;
  if (first) redirect(`/shops/${retailerId}/stores/${first.id}/products`);
  return <NoShop title="No store yet" text="This shop has no store. Its partner creates one: POST …/stores." />;
}
