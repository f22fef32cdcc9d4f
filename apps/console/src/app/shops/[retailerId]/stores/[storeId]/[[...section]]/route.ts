/** The pages that had an address below the store. */
const moved: Record<string, string> = {
  products: "products",
  inventory: "imports",
  channels: "channels",
  webhooks: "developers/webhooks",
  inbox: "developers/inbox",
};

interface Call {
  params: Promise<{ retailerId: string; storeId: string; section?: string[] }>;
}

/** Leads from the former address of a store's page to the page of the shop. */
export async function GET(request: Request, { params }: Call): Promise<Response> {
  const { retailerId, storeId, section = [] } = await params;
  const { searchParams } = new URL(request.url);
  searchParams.delete("store");
  const query = new URLSearchParams([["store", storeId], ...searchParams]);
  const location = `/shops/${retailerId}/${moved[section[0] ?? ""] ?? "products"}?${query}`;
  return new Response(null, { status: 307, headers: { location } });
}
