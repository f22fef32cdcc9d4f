import { IconBroadcast, IconInbox, IconTag } from "@tabler/icons-react";

/** The pages of a store; the inbox is there for development only. */
export const sections = [
  { path: "products", label: "Products", icon: IconTag },
  { path: "channels", label: "Channels", icon: IconBroadcast },
  { path: "inbox", label: "Inbox", icon: IconInbox },
] as const;
