"use client";

import { Kbd, UnstyledButton } from "@mantine/core";
import { useDisclosure, useWindowEvent } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { laterDialog } from "../frame/later-dialog.tsx";
import { Notice } from "../frame/notice.tsx";
import { Wordmark } from "../frame/wordmark.tsx";
import { LiveUpdates } from "./live-updates.tsx";
import { PhoneBar } from "./phone-bar.tsx";
import { SectionLinks } from "./section-links.tsx";
import classes from "./shell.module.css";
import { useShop } from "./shop-context.tsx";
import { ShopSwitcher } from "./shop-switcher.tsx";
import { texts } from "./texts.ts";
import { UserMenu } from "./user-menu.tsx";

const GoTo = laterDialog(async () => (await import("./go-to.tsx")).GoTo);

/** The frame of a shop's pages: a side bar or, up to 768 px, a top bar and a bar at the foot. Ctrl+K finds anything. */
export function Shell({ children }: { children: ReactNode }) {
  const { me } = useShop();
  const [isFinding, finding] = useDisclosure(false);
  useWindowEvent("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    finding.open();
  });
  return (
    <div className={classes.frame}>
      <a href="#content" className="skip">
        {texts.skip}
      </a>
      <header className={classes.head}>
        <ShopSwitcher />
        <UnstyledButton className={classes.headFind} aria-label={texts.find} onClick={finding.open}>
          <IconSearch size={20} stroke={1.7} aria-hidden="true" />
        </UnstyledButton>
        <UserMenu />
      </header>
      <header className={classes.side}>
        <Link href="/" className={classes.home}>
          <Wordmark />
        </Link>
        <ShopSwitcher />
        <UnstyledButton className={classes.find} onClick={finding.open}>
          <IconSearch size={18} stroke={1.7} aria-hidden="true" />
          {texts.find}
          <Kbd size="xs" aria-hidden="true" className={classes.key}>
            {texts.findKeys}
          </Kbd>
        </UnstyledButton>
        <SectionLinks />
        <div className={classes.user}>
          <UserMenu />
        </div>
      </header>
      <div className={classes.foot}>
        <PhoneBar />
      </div>
      <main id="content" tabIndex={-1} className={classes.main}>
        <div className={classes.content}>
          {me.sandboxWarning && (
            <div className={classes.warning}>
              <Notice tone="warning">{me.sandboxWarning}</Notice>
            </div>
          )}
          <LiveUpdates />
          {children}
        </div>
      </main>
      <GoTo isOpen={isFinding} close={finding.close} />
    </div>
  );
}
