"use client";

import type { ProductSummary } from "@highstreet/router/features/inventory/find-products.schema.ts";
import { UnstyledButton } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { loadLater } from "../frame/load-later.tsx";
import { usePopup } from "../frame/use-popup.ts";
import classes from "./product-table.module.css";
import { texts } from "./texts.ts";

const [RowMenuItems, usePreload] = loadLater(async () => (await import("./row-menu-items.tsx")).RowMenuItems);

/** Loads the menu after the page: for the table, once for all of its rows. */
export const usePreloadRowMenu = usePreload;

interface RowMenuProps {
  product: ProductSummary;
  name: string;
  hideEverywhere: (hidden: boolean) => void;
}

/** The less frequent actions on a product. */
export function RowMenu({ product, name, hideEverywhere }: RowMenuProps) {
  const { target, popup } = usePopup("menu");
  return (
    <>
      <UnstyledButton {...target} className={classes.more} aria-label={texts.actionsOf(name)}>
        <IconDots size={18} aria-hidden="true" />
      </UnstyledButton>
      {popup && <RowMenuItems {...popup} hidden={!product.hiddenEverywhere} hideEverywhere={hideEverywhere} />}
    </>
  );
}
