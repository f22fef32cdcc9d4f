"use client";

import { Button, Menu } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconAdjustments, IconCheck } from "../parts/icons.tsx";
import classes from "./columns.module.css";
import { texts } from "./texts.ts";

const names = ["picture", "brand", "price", "quantity", "stores"] as const;
export type Column = (typeof names)[number];

/** The columns of the list that the person has chosen on this device. */
export const useColumns = () =>
  useLocalStorage<Column[]>({ key: "columns", defaultValue: ["picture", "price", "quantity"] });

interface ColumnsProps {
  columns: Column[];
  choose: (columns: Column[]) => void;
}

export function Columns({ columns, choose }: ColumnsProps) {
  const labels = { price: texts.price, quantity: texts.quantity, ...texts.columns };
  return (
    <Menu position="bottom-end" shadow="md" closeOnItemClick={false}>
      <Menu.Target>
        <Button
          className={classes.button}
          variant="subtle"
          color="gray"
          leftSection={<IconAdjustments size={18} aria-hidden="true" />}
        >
          {texts.columns.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {names.map((name) => {
          const isOn = columns.includes(name);
          return (
            <Menu.Item
              key={name}
              role="menuitemcheckbox"
              aria-checked={isOn}
              leftSection={<IconCheck size={16} className={isOn ? undefined : classes.off} />}
              onClick={() => choose(isOn ? columns.filter((one) => one !== name) : [...columns, name])}
            >
              {labels[name]}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
