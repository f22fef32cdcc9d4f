"use client";

import { Menu, useMantineColorScheme } from "@mantine/core";
import { IconBuildingStore, IconLogout, IconUserCircle } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { LaterMenu } from "../frame/later-menu.tsx";
import { showToast } from "../frame/toasts.ts";
import type { PopupProps } from "../frame/use-popup.ts";
import { signOut } from "../sign-in/session-client.ts";
import { useShop } from "./shop-context.tsx";
import { texts } from "./texts.ts";
import classes from "./user-menu.module.css";

const schemes = ["light", "dark", "auto"] as const;

/** The account, the colour scheme, and sign-out. */
export function UserMenuItems(popup: PopupProps) {
  const { me, retailer } = useShop();
  const role = texts.roles[retailer.role];
  const pathname = usePathname();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leaving = useMutation({
    mutationFn: signOut,
    onSuccess: () => window.location.assign("/sign-in"),
    onError: ({ message }) => showToast({ isError: true, message }),
  });
  return (
    <LaterMenu {...popup} position="top-end" width={248}>
      <Menu.Label className={classes.who}>
        {me.email} · {role}
      </Menu.Label>
      {me.partner && (
        <Menu.Item component={Link} href="/fleet" leftSection={<IconBuildingStore size={16} aria-hidden="true" />}>
          {texts.allShops}
        </Menu.Item>
      )}
      <Menu.Item
        component={Link}
        href={`/account?back=${encodeURIComponent(pathname)}`}
        leftSection={<IconUserCircle size={16} aria-hidden="true" />}
      >
        {texts.account}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>{texts.appearance}</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) => setColorScheme(schemes.find((scheme) => scheme === value) ?? "auto")}
      >
        {schemes.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {texts.schemes[scheme]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} aria-hidden="true" />} onClick={() => leaving.mutate()}>
        {texts.signOut}
      </Menu.Item>
    </LaterMenu>
  );
}
