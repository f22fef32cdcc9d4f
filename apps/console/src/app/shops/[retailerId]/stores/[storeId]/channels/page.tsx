import type { Metadata } from "next";
import { Channels } from "../../../../../../ui/channels/channels.tsx";

export const metadata: Metadata = { title: "Channels" };

export default function ChannelsPage() {
  return <Channels />;
}
