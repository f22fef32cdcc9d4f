"use client";

import Link from "next/link";
import classes from "./shell.module.css";
import { texts } from "./texts.ts";
import { useSections } from "./use-sections.ts";

/** Links to all pages of the shop, in two groups. */
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
