"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Wordmark } from "../frame/wordmark.tsx";
import classes from "./fleet.module.css";
import { texts } from "./texts.ts";

const links = [
  { href: "/fleet", label: texts.shops },
  { href: "/fleet/team", label: texts.team },
  { href: "/account?back=/fleet", label: texts.account },
];

/** The frame of the pages above the shops. */
export function FleetFrame({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Wordmark />
        <nav aria-label={texts.pages} className={classes.links}>
          {links.map(({ href, label }) => (
            <Link key={href} href={href} className={classes.link} aria-current={pathname === href ? "page" : undefined}>
              {label}
            </Link>
          ))}
        </nav>
      </header>
      <main className={classes.body}>{children}</main>
    </div>
  );
}
