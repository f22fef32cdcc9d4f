"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Notice } from "../frame/notice.tsx";
import { Wordmark } from "../frame/wordmark.tsx";
import { SectionLinks } from "./section-links.tsx";
import classes from "./shell.module.css";
import { useShop } from "./shop-context.tsx";
import { ShopSwitcher } from "./shop-switcher.tsx";
import { UserMenu } from "./user-menu.tsx";

/** The frame of a store's pages: a side bar or, up to 768 px, a top bar and tabs at the bottom. */
export function Shell({ children }: { children: ReactNode }) {
  const { me } = useShop();
  return (
    <div className={classes.shell}>
      <a href="#content" className="skip">
        Skip to the content
      </a>
      <header className={classes.bar}>
        <Link href="/" className={classes.home} aria-label="Highstreet, to the first shop">
          <Wordmark />
        </Link>
        <ShopSwitcher />
        <SectionLinks />
        <div className={classes.user}>
          <UserMenu />
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes.content}>
        {me.sandboxWarning && (
          <div className={classes.warning}>
            <Notice tone="warning">{me.sandboxWarning}</Notice>
          </div>
        )}
        {children}
      </main>
    </div>
  );
}
