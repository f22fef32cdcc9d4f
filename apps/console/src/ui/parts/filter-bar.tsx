"use client";

import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import field from "./field.module.css";
import classes from "./filter-bar.module.css";
import { IconAdjustments, IconSelector } from "./icons.tsx";
import { Sheet } from "./sheet.tsx";

export function FilterBar({ search, children }: { search: ReactNode; children: ReactNode }) {
  return (
    <search className={classes.bar}>
      <div className={classes.search}>{search}</div>
      {children}
    </search>
  );
}

interface SheetFiltersProps {
  label: string;
  /** Number of chosen filters. */
  chosen: number;
  search: ReactNode;
  children: ReactNode;
}

/** A bar of many filters. On a phone they are a sheet beside the search. */
export function SheetFilters({ label, chosen, search, children }: SheetFiltersProps) {
  return (
    <search className={`${classes.bar} ${classes.many}`}>
      <div className={classes.search}>{search}</div>
      <Sheet
        label={label}
        icon={<IconAdjustments size={20} aria-hidden="true" />}
        mark={chosen > 0 && <span className={classes.chosen}>{chosen}</span>}
      >
        {children}
      </Sheet>
    </search>
  );
}

interface ChoiceProps {
  label: string;
  /** The text for no choice. Without it, one of the options is always chosen. */
  none?: string;
  options: { value: string; label: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
}

/** A list of a few fixed options, which the browser shows. */
export function Choice({ label, none, options, value, onChange }: ChoiceProps) {
  const list = useRef<HTMLSelectElement>(null);
  // React hears no choice that a person makes before it handles the page.
  const takeEarly = useEffectEvent(() => {
    const isListed = value === null ? none !== undefined : options.some((option) => option.value === value);
    const chosen = list.current?.value || null;
    if (isListed && chosen !== value) onChange(chosen);
  });
  useEffect(() => takeEarly(), []);
  return (
    <div className={`${field.field} ${classes.choice}`} data-field data-chosen={value !== null || undefined}>
      <select
        ref={list}
        autoComplete="off"
        className={field.input}
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
      <span className={field.end}>
        <IconSelector size={16} aria-hidden="true" />
      </span>
    </div>
  );
}
