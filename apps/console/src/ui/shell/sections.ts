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
import { texts } from "./texts.ts";

const labels = texts.sections;

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
  { path: "", label: labels.home, icon: IconHome, group: "shop" },
  { path: "products", label: labels.products, icon: IconTag, group: "shop" },
  { path: "stores", label: labels.stores, icon: IconBuildingStore, group: "shop" },
  { path: "channels", label: labels.channels, icon: IconBroadcast, group: "shop" },
  { path: "imports", label: labels.imports, icon: IconPackageImport, group: "shop" },
  { path: "history", label: labels.history, icon: IconHistory, group: "shop" },
  { path: "team", label: labels.team, icon: IconUsers, group: "shop", needs: "staff.list" },
  { path: "settings", label: labels.settings, icon: IconSettings, group: "shop" },
  { path: "developers/webhooks", label: labels.webhooks, icon: IconWebhook, group: "developers" },
  { path: "developers/keys", label: labels.keys, icon: IconKey, group: "developers", needs: "keys.list" },
  { path: "developers/inbox", label: labels.inbox, icon: IconInbox, group: "developers", isForDevelopment: true },
];
