"use client";

import { IconSelector } from "@tabler/icons-react";
import classes from "./field.module.css";

interface ChoiceProps {
  /** The accessible name. */
  label: string;
  /** The text for no choice. Without it, one of the options is always chosen. */
  none?: string;
  options: { value: string; label: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
}

/** A list of a few fixed options, which the browser shows. */
export function Choice({ label, none, options, value, onChange }: ChoiceProps) {
  return (
    <div className={classes.field} data-field>
      <select
        className={classes.input}
        aria-label={label}
        value={value ?? ""}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <span className={classes.end}>
        <IconSelector size={16} aria-hidden="true" />
      </span>
    </div>
  );
}
