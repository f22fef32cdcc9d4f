"use client";

import { Combobox, Loader, UnstyledButton, useCombobox } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { IconCheck, IconSelector } from "./icons.tsx";
import classes from "./picker.module.css";
import { texts } from "./texts.ts";

export interface Choice {
  value: string;
  name: string;
  note?: string | undefined;
}

interface PickerProps {
  children: ReactNode;
  icon: ReactNode;
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
export function Picker(props: PickerProps) {
  const { children, icon, search, choices, current, onSearch, onChoose, isLoading, more, className } = props;
  const [typed, setTyped] = useState("");
  const type = (text: string) => {
    setTyped(text);
    onSearch(text);
  };
  const box = useCombobox({
    onDropdownOpen: () => box.focusSearchInput(),
    onDropdownClose: () => {
      box.resetSelectedOption();
      box.focusTarget();
      type("");
    },
  });
  return (
    <Combobox
      store={box}
      width={288}
      position="bottom-start"
      shadow="md"
      onOptionSubmit={(value) => {
        box.closeDropdown();
        if (value !== current) onChoose(value);
      }}
    >
      <Combobox.Target targetType="button">
        <UnstyledButton className={`${classes.target} ${className ?? ""}`} onClick={() => box.toggleDropdown()}>
          <span className={classes.icon} aria-hidden="true">
            {icon}
          </span>
          <span className={classes.text}>{children}</span>
          <IconSelector size={16} aria-hidden="true" className={classes.icon} />
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label={search}
          placeholder={search}
          value={typed}
          onChange={(event) => {
            type(event.currentTarget.value);
            box.updateSelectedOptionIndex();
          }}
          rightSection={isLoading ? <Loader size={16} /> : undefined}
        />
        <Combobox.Options className={classes.options} aria-label={search}>
          {choices.map(({ value, name, note }) => (
            <Combobox.Option key={value} value={value} active={value === current} className={classes.option}>
              <span>
                {name}
                {note && <span className={classes.note}>{note}</span>}
              </span>
              {value === current && <IconCheck size={16} aria-hidden="true" />}
            </Combobox.Option>
          ))}
          {choices.length === 0 && <Combobox.Empty>{texts.search.nothing}</Combobox.Empty>}
        </Combobox.Options>
        {more && <Combobox.Footer className={classes.more}>{more}</Combobox.Footer>}
      </Combobox.Dropdown>
    </Combobox>
  );
}
