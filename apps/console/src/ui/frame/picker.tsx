"use client";

import { UnstyledButton } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { loadLater } from "./load-later.tsx";
import classes from "./picker.module.css";
import { usePopup } from "./use-popup.ts";

const [PickerList, usePreload] = loadLater(async () => (await import("./picker-list.tsx")).PickerList);

export interface Choice {
  value: string;
  name: string;
  /** A second line, such as a city. */
  note?: string | undefined;
}

export interface PickerProps {
  /** The visible text of the button. */
  children: ReactNode;
  icon: ReactNode;
  /** The label of the search field. */
  search: string;
  choices: Choice[];
  current: string | null;
  /** Called with each change of the search text. The caller filters the choices. */
  onSearch: (text: string) => void;
  onChoose: (value: string) => void;
  isLoading?: boolean;
  /** The text below a list that does not show all choices. */
  more?: string | undefined;
  className?: string | undefined;
}

/** A button with a list to search and choose from, for few or thousands of choices. */
export function Picker({ children, icon, className, ...list }: PickerProps) {
  usePreload();
  const { target, popup } = usePopup("listbox");
  return (
    <>
      <UnstyledButton {...target} className={`${classes.target} ${className ?? ""}`}>
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
        <span className={classes.text}>{children}</span>
        <IconSelector size={16} aria-hidden="true" className={classes.icon} />
      </UnstyledButton>
      {popup && <PickerList {...popup} {...list} />}
    </>
  );
}
