"use client";

import { Menu, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { IconBuildingStore, IconLogout, IconUserCircle } from "../parts/icons.tsx";
import { showToast } from "../parts/toasts.tsx";
import { signOut } from "../sign-in/session-client.ts";
import { useShop } from "./shop-context.tsx";
import { texts } from "./texts.ts";
import classes from "./user-menu.module.css";

const schemes = ["light", "dark", "auto"] as const;

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();

export function UserMenu() {
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
    <Menu position="top-end" width={248} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <span className={classes.initials} aria-hidden="true">
            {initialsOf(me.name)}
          </span>
          <span className={classes.names}>
            <span className={classes.name}>{me.name}</span>
            <span className={classes.role}>{role}</span>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  );
}
