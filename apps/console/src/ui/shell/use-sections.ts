"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type Section, sections } from "./sections.ts";
import { useShop } from "./shop-context.tsx";

export interface SectionLink extends Section {
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
      return { ...section, href: store ? `${at}?store=${encodeURIComponent(store)}` : at, isCurrent };
    });
}
