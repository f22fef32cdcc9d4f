import { IconBroadcast, IconInbox, IconPackageImport, IconTag, IconWebhook } from "@tabler/icons-react";

/** The pages of a store. The inbox is only for development. */
export const sections = [
  { path: "products", label: "Products", icon: IconTag, IconWebhook },
  { path: "inventory", label: "Inventory", icon: IconPackageImport },
  { path: "channels", label: "Channels", icon: IconBroadcast },
  { path: "webhooks", label: "Webhooks", icon: IconWebhook },
  { path: "inbox", label: "Inbox", icon: IconInbox },
] as const;
