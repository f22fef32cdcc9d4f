"use client";

import { Kbd, UnstyledButton } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { type RefObject, useRef } from "react";
import classes from "./field.module.css";
import { texts } from "./texts.ts";
import { useSearchKey } from "./use-search-key.ts";

interface SearchInputProps {
  /** The accessible name. */
  label: string;
  placeholder: string;
  maxLength: number;
  value: string;
  onChange: (value: string) => void;
  /** Called with the text at Enter. */
  onEnter?: (value: string) => void;
  /** Set by a parent that needs to know whether the user types. */
  input?: RefObject<HTMLInputElement | null>;
}

/** The search of a page. `/` moves the focus to it, and a button clears it. */
export function SearchInput({ label, onChange, onEnter, value, input, ...rest }: SearchInputProps) {
  const own = useRef<HTMLInputElement>(null);
  const ref = input ?? own;
  useSearchKey(ref);
  return (
    <div className={classes.field} data-icon data-field>
      <span className={classes.icon}>
        <IconSearch size={18} stroke={1.7} aria-hidden="true" />
      </span>
      <input
        {...rest}
        ref={ref}
        className={classes.input}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onEnter?.(event.currentTarget.value);
        }}
      />
      {value ? (
        <UnstyledButton className={classes.end} aria-label={texts.search.clear} onClick={() => onChange("")}>
          <IconX size={16} />
        </UnstyledButton>
      ) : (
        <span className={classes.end}>
          <Kbd size="xs" aria-hidden="true" className={classes.hint}>
            {texts.search.key}
          </Kbd>
        </span>
      )}
    </div>
  );
}
