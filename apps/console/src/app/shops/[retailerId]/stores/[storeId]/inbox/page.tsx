import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { environment } from "../../../../../../server/environment.ts";
import { Inbox } from "../../../../../../ui/inbox/inbox.tsx";

export const metadata: Metadata = { title: "Webhook inbox" };

export default function InboxPage() {
  if (!environment.webhookInbox) notFound();
  return <Inbox />;
}
