"use client";

import { Combobox, Loader, useCombobox } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Anchor } from "./anchor.tsx";
import classes from "./picker.module.css";
import type { PickerProps } from "./picker.tsx";
import { texts } from "./texts.ts";
import { type PopupProps, popupId } from "./use-popup.ts";

type PickerListProps = PopupProps & Omit<PickerProps, "children" | "icon" | "className">;

/** The list of a `Picker`, with its search. */
export function PickerList(props: PickerListProps) {
  const { id, isOpen, setOpen, button, search, choices, current, onSearch, onChoose, isLoading, more } = props;
  const [typed, setTyped] = useState("");
  const type = (text: string) => {
    setTyped(text);
    onSearch(text);
  };
  const box = useCombobox({
    onDropdownOpen: () => box.focusSearchInput(),
    onDropdownClose: () => {
      setOpen(false);
      box.resetSelectedOption();
      box.focusTarget();
      type("");
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the button, and not the changes that the list makes itself
  useEffect(() => (isOpen ? box.openDropdown() : box.closeDropdown()), [isOpen]);
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
        <Anchor button={button} />
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
        <Combobox.Options id={popupId(id)} className={classes.options} aria-label={search}>
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
