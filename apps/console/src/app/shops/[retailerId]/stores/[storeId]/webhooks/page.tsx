import type { Metadata } from "next";
import { readSnippets } from "../../../../../../server/webhooks/read-snippets.ts";
import { Webhooks } from "../../../../../../ui/webhooks/webhooks.tsx";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage() {
  return <Webhooks snippets={await readSnippets()} />;
}
