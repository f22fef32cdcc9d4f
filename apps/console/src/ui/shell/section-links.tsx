"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { sections } from "./sections.ts";
import classes from "./shell.module.css";
import { useShop } from "./shop-context.tsx";

/** Links to the pages of the store: a list at the side, or tabs at the bottom of a narrow window. */
export function SectionLinks() {
  const { base, hasInbox } = useShop();
  const pathname = usePathname();
  const shown = sections.filter(({ path }) => path !== "inbox" || hasInbox);
  return (
    <nav aria-label="Store" className={classes.sections}>
      {shown.map(({ path, label, icon: Icon }) => {
        const href = `${base}/${path}`;
        return (
          <Link
            key={path}
            href={href}
            className={classes.section}
            aria-current={pathname === href ? "page" : undefined}
          >
            <Icon size={20} stroke={1.7} aria-hidden="true" />
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
