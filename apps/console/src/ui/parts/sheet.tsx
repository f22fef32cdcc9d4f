"use client";

import { UnstyledButton } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { IconX } from "./icons.tsx";
import classes from "./sheet.module.css";
import { texts } from "./texts.ts";

interface SheetProps {
  /** The name of the button and of the sheet. */
  label: string;
  icon: ReactNode;
  /** Beside the icon, such as the number of chosen filters. */
  mark?: ReactNode;
  children: ReactNode;
}

/** Controls in a row. On a phone a button opens them as a sheet, which Escape and a tap beside it close. */
export function Sheet({ label, icon, mark, children }: SheetProps) {
  const id = useId();
  return (
    <>
      <UnstyledButton className={classes.open} popoverTarget={id} aria-label={label}>
        {icon}
        {mark}
      </UnstyledButton>
      <section id={id} popover="auto" aria-label={label} className={classes.sheet}>
        <div className={classes.head}>
          {label}
          <UnstyledButton
            className={classes.close}
            popoverTarget={id}
            popoverTargetAction="hide"
            aria-label={texts.close}
          >
            <IconX size={20} aria-hidden="true" />
          </UnstyledButton>
        </div>
        {children}
      </section>
    </>
  );
}
