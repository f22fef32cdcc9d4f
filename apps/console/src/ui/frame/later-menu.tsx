"use client";

import { Menu, type MenuProps } from "@mantine/core";
import { Anchor } from "./anchor.tsx";
import { type PopupProps, useOpenAfterMount } from "./use-popup.ts";

interface LaterMenuProps extends PopupProps, Pick<MenuProps, "position" | "width" | "children"> {}

/** The menu of a button with `usePopup`. */
export function LaterMenu({ id, isOpen, setOpen, button, children, ...rest }: LaterMenuProps) {
  return (
    <Menu id={id} opened={useOpenAfterMount(isOpen)} onChange={setOpen} shadow="md" {...rest}>
      <Menu.Target>
        <Anchor button={button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
