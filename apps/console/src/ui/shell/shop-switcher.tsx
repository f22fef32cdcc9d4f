"use client";

import { Menu, UnstyledButton } from "@mantine/core";
import { IconBuildingStore, IconCheck, IconSelector } from "@tabler/icons-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useShop } from "./shop-context.tsx";
import classes from "./shop-switcher.module.css";

/** The current shop and store, with links to the others. */
export function ShopSwitcher() {
  const { me, retailer, stores, store, base } = useShop();
  const section = usePathname().slice(base.length);
  const others = me.retailers.filter(({ id }) => id !== retailer.id);
  return (
    <Menu position="bottom-start" width={272} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={`Shop and store: ${retailer.name}, ${store.name}`}>
          <IconBuildingStore size={20} stroke={1.7} aria-hidden="true" className={classes.icon} />
          <span className={classes.names}>
            <span className={classes.store}>{store.name}</span>
            <span className={classes.shop}>{retailer.name}</span>
          </span>
          <IconSelector size={16} aria-hidden="true" className={classes.icon} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Stores of {retailer.name}</Menu.Label>
        {stores.map(({ id, name, city }) => (
          <Menu.Item
            key={id}
            component={Link}
            href={`/shops/${retailer.id}/stores/${id}${section}`}
            aria-current={id === store.id ? "true" : undefined}
            rightSection={id === store.id ? <IconCheck size={16} aria-hidden="true" /> : undefined}
          >
            {name}
            <span className={classes.city}>{city}</span>
          </Menu.Item>
        ))}
        {others.length > 0 && <Menu.Label>Other shops</Menu.Label>}
        {others.map(({ id, name }) => (
          <Menu.Item key={id} component={Link} href={`/shops/${id}`}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
