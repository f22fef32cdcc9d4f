import { redirect } from "next/navigation";

export default async function Store({ params }: PageProps<"/shops/[retailerId]/stores/[storeId]">) {
  const { retailerId, storeId } = await params;
  redirect(`/shops/${retailerId}/stores/${storeId}/products`);
}
