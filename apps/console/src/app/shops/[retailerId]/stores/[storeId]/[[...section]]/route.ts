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

/** Redirects former addresses of a store's pages. */
export async function GET(request: Request, { params }: Call): Promise<Response> {
  const { retailerId, storeId, section = [] } = await params;
  const { searchParams } = new URL(request.url);
  searchParams.delete("store");
  const query = new URLSearchParams([["store", storeId], ...searchParams]);
  const location = `/shops/${retailerId}/${moved[section[0] ?? ""] ?? "products"}?${query}`;
  return new Response(null, { status: 307, headers: { location } });
}
