"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Bell } from "../bell/bell.tsx";
import { texts as endpoints } from "../endpoints/texts.ts";
import { Wordmark } from "../parts/wordmark.tsx";
import classes from "./fleet.module.css";
import { texts } from "./texts.ts";

const links = () => [
  { href: "/fleet", label: texts.shops },
  { href: "/fleet/endpoints", label: endpoints.title },
  { href: "/fleet/team", label: texts.team },
  { href: "/account?back=/fleet", label: texts.account },
];

export function FleetFrame({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Wordmark />
        <nav aria-label={texts.pages} className={classes.links}>
          {links().map(({ href, label }) => (
            <Link key={href} href={href} className={classes.link} aria-current={pathname === href ? "page" : undefined}>
              {label}
            </Link>
          ))}
        </nav>
        <Bell />
      </header>
      <main className={classes.body}>{children}</main>
    </div>
  );
}
