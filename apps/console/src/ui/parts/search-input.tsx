"use client";

import { Kbd, UnstyledButton } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { type RefObject, useRef } from "react";
import classes from "./field.module.css";
import { IconSearch, IconX } from "./icons.tsx";
import { texts } from "./texts.ts";

interface SearchInputProps {
  label: string;
  placeholder: string;
  maxLength: number;
  value: string;
  onChange: (value: string) => void;
  onEnter?: (value: string) => void;
  /** Set by a parent that moves the focus. */
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

/** Inputs without text, where a typed letter has no meaning. */
const WITHOUT_TEXT = ":is([type=checkbox], [type=radio], [readonly])";

/** Whether an event comes from a field, where keys are text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches(`textarea, input:not(${WITHOUT_TEXT})`);
}

/** `/` moves the focus to the search, unless the user types in a field. Works with every keyboard layout. */
function useSearchKey(input: RefObject<HTMLInputElement | null>): void {
  useWindowEvent("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    input.current?.focus();
  });
}
