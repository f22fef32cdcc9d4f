import {
  IconBroadcast,
  IconBuildingStore,
  IconHome,
  IconInbox,
  IconPackageImport,
  IconTag,
  IconWebhook,
} from "@tabler/icons-react";

export interface Section {
  /** The address below `/shops/{id}`; "" is Home. */
  path: string;
  label: string;
  icon: typeof IconHome;
  group: "shop" | "developers";
  /** The page exists only in development. */
  isForDevelopment?: true;
}

/** The pages of a shop, in the order of the navigation. */
export const sections: Section[] = [
  { path: "", label: "Home", icon: IconHome, group: "shop" },
  { path: "products", label: "Products", icon: IconTag, group: "shop" },
  { path: "stores", label: "Stores", icon: IconBuildingStore, group: "shop" },
  { path: "channels", label: "Channels", icon: IconBroadcast, group: "shop" },
  { path: "imports", label: "Imports", icon: IconPackageImport, group: "shop" },
  { path: "developers/webhooks", label: "Webhooks", icon: IconWebhook, group: "developers" },
  { path: "developers/inbox", label: "Inbox", icon: IconInbox, group: "developers", isForDevelopment: true },
];
