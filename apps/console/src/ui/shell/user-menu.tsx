"use client";

import { UnstyledButton } from "@mantine/core";
import { loadLater } from "../frame/load-later.tsx";
import { usePopup } from "../frame/use-popup.ts";
import { useShop } from "./shop-context.tsx";
import { texts } from "./texts.ts";
import classes from "./user-menu.module.css";

const [UserMenuItems, usePreload] = loadLater(async () => (await import("./user-menu-items.tsx")).UserMenuItems);

/** The first letters of the first two words. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();

/** The signed-in user and role, with a menu: the account, the colour scheme, and sign-out. */
export function UserMenu() {
  usePreload();
  const { me, retailer } = useShop();
  const { target, popup } = usePopup("menu");
  return (
    <>
      <UnstyledButton {...target} className={classes.target}>
        <span className={classes.initials} aria-hidden="true">
          {initialsOf(me.name)}
        </span>
        <span className={classes.names}>
          <span className={classes.name}>{me.name}</span>
          <span className={classes.role}>{texts.roles[retailer.role]}</span>
        </span>
      </UnstyledButton>
      {popup && <UserMenuItems {...popup} />}
    </>
  );
}
