"use client";

import { UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBarcode, IconDots } from "@tabler/icons-react";
import Link from "next/link";
import { laterDialog } from "../frame/later-dialog.tsx";
import classes from "./phone-bar.module.css";
import { useShop } from "./shop-context.tsx";
import { texts } from "./texts.ts";
import { useSections } from "./use-sections.ts";

const MorePages = laterDialog(async () => (await import("./more-pages.tsx")).MorePages);

/** The bar at the foot of a phone: Home, Products, Scan, and the other pages. */
export function PhoneBar() {
  const { base } = useShop();
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
      <Link href={`${base}/products?scan=1`} className={classes.tab}>
        <IconBarcode size={22} stroke={1.7} aria-hidden="true" />
        {texts.scan}
      </Link>
      <UnstyledButton
        className={classes.tab}
        aria-haspopup="dialog"
        data-current={isElsewhere || undefined}
        onClick={open}
      >
        <IconDots size={22} stroke={1.7} aria-hidden="true" />
        {texts.more}
      </UnstyledButton>
      <MorePages isOpen={isOpen} close={close} />
    </nav>
  );
}
