import {
  IconBroadcast,
  IconBuildingStore,
  IconHistory,
  IconHome,
  IconInbox,
  IconKey,
  IconPackageImport,
  IconSettings,
  IconTag,
  IconUsers,
  IconWebhook,
} from "@tabler/icons-react";
import type { ProcedureName } from "../../server/console-router.ts";

export interface Section {
  /** The address below `/shops/{id}`; "" is Home. */
  path: string;
  label: string;
  icon: typeof IconHome;
  group: "shop" | "developers";
  /** Only people who may call this procedure see the page. */
  needs?: ProcedureName;
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
  { path: "history", label: "History", icon: IconHistory, group: "shop" },
  { path: "team", label: "Team", icon: IconUsers, group: "shop", needs: "staff.list" },
  { path: "settings", label: "Settings", icon: IconSettings, group: "shop" },
  { path: "developers/webhooks", label: "Webhooks", icon: IconWebhook, group: "developers" },
  { path: "developers/keys", label: "API keys", icon: IconKey, group: "developers", needs: "keys.list" },
  { path: "developers/inbox", label: "Inbox", icon: IconInbox, group: "developers", isForDevelopment: true },
];
