"use client";

import { Drawer, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import type { ProcedureName } from "../../server/console-router.ts";
import {
  IconAffiliate,
  IconBarcode,
  IconBroadcast,
  IconBuildingStore,
  IconDots,
  IconHistory,
  IconHome,
  IconInbox,
  IconKey,
  IconListCheck,
  IconPackageImport,
  IconSettings,
  IconTag,
  IconUsers,
  IconWebhook,
} from "../parts/icons.tsx";
import classes from "./shell.module.css";
import { useShop } from "./shop-context.tsx";
import { texts } from "./texts.ts";

interface Section {
  /** The address below `/shops/{id}`; "" is Home. */
  path: string;
  name: keyof typeof texts.sections;
  icon: typeof IconHome;
  group: "shop" | "developers";
  /** Only people who may call this procedure see the page. */
  needs?: ProcedureName;
  isForDevelopment?: true;
}

const sections: Section[] = [
  { path: "", name: "home", icon: IconHome, group: "shop" },
  { path: "products", name: "products", icon: IconTag, group: "shop" },
  { path: "rules", name: "rules", icon: IconListCheck, group: "shop" },
  { path: "stores", name: "stores", icon: IconBuildingStore, group: "shop" },
  { path: "channels", name: "channels", icon: IconBroadcast, group: "shop" },
  { path: "imports", name: "imports", icon: IconPackageImport, group: "shop" },
  { path: "history", name: "history", icon: IconHistory, group: "shop" },
  { path: "team", name: "team", icon: IconUsers, group: "shop", needs: "staff.list" },
  { path: "settings", name: "settings", icon: IconSettings, group: "shop", needs: "retailers.get" },
  { path: "developers/webhooks", name: "webhooks", icon: IconWebhook, group: "developers" },
  {
    path: "developers/endpoints",
    name: "endpoints",
    icon: IconAffiliate,
    group: "developers",
    needs: "endpoints.list",
  },
  { path: "developers/keys", name: "keys", icon: IconKey, group: "developers", needs: "keys.list" },
  { path: "developers/inbox", name: "inbox", icon: IconInbox, group: "developers", isForDevelopment: true },
];

interface SectionLink extends Section {
  label: string;
  href: string;
  isCurrent: boolean;
}

/** The links to the pages of the shop. They keep the chosen store. */
export function useSections(): SectionLink[] {
  const { base, hasInbox, may } = useShop();
  const pathname = usePathname();
  const store = useSearchParams().get("store");
  return sections
    .filter(({ isForDevelopment, needs }) => (!isForDevelopment || hasInbox) && (!needs || may(needs)))
    .map((section) => {
      const at = section.path ? `${base}/${section.path}` : base;
      const isCurrent = section.path ? pathname === at || pathname.startsWith(`${at}/`) : pathname === at;
      return {
        ...section,
        label: texts.sections[section.name],
        href: store ? `${at}?store=${encodeURIComponent(store)}` : at,
        isCurrent,
      };
    });
}

export function SectionLinks({ onFollow }: { onFollow?: () => void }) {
  const links = useSections();
  const linkTo = ({ path, href, label, icon: Icon, isCurrent }: (typeof links)[number]) => (
    <Link
      key={path}
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      className={classes.section}
      {...(onFollow && { onClick: onFollow })}
    >
      <Icon size={20} stroke={1.7} aria-hidden="true" />
      {label}
    </Link>
  );
  return (
    <nav aria-label={texts.shop} className={classes.sections}>
      {links.filter(({ group }) => group === "shop").map(linkTo)}
      <p className={classes.group}>{texts.developers}</p>
      {links.filter(({ group }) => group === "developers").map(linkTo)}
    </nav>
  );
}

export function PhoneBar() {
  const pathname = usePathname();
  const params = useSearchParams();
  const scan = `${pathname}?${new URLSearchParams([...params, ["scan", "1"]])}`;
  const [isOpen, { open, close }] = useDisclosure(false);
  const links = useSections();
  const shown = links.filter(({ path }) => path === "" || path === "products");
  const isElsewhere = !shown.some(({ isCurrent }) => isCurrent);
  return (
    <nav aria-label={texts.pages} className={classes.bar}>
      {shown.map(({ path, href, label, icon: Icon, isCurrent }) => (
        <Link key={path} href={href} className={classes.tab} aria-current={isCurrent ? "page" : undefined}>
          <Icon size={22} stroke={1.7} aria-hidden="true" />
          {label}
        </Link>
      ))}
      <a
        href={scan}
        className={classes.tab}
        onClick={(event) => {
          event.preventDefault();
          window.history.pushState(null, "", scan);
        }}
      >
        <IconBarcode size={22} stroke={1.7} aria-hidden="true" />
        {texts.scan}
      </a>
      <UnstyledButton
        className={classes.tab}
        aria-haspopup="dialog"
        data-current={isElsewhere || undefined}
        onClick={open}
      >
        <IconDots size={22} stroke={1.7} aria-hidden="true" />
        {texts.more}
      </UnstyledButton>
      <Drawer opened={isOpen} onClose={close} title={texts.more} position="bottom" size="auto" radius="lg">
        <SectionLinks onFollow={close} />
      </Drawer>
    </nav>
  );
}
