"use client";

import { Combobox, Modal, TextInput, useCombobox } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useOpenAfterMount } from "../frame/use-popup.ts";
import classes from "./go-to.module.css";
import { texts } from "./texts.ts";
import { useDestinations } from "./use-destinations.ts";

/** The dialog of Ctrl+K: finds a page, store, shop or product, and opens it. */
export function GoTo({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Modal
      opened={useOpenAfterMount(isOpen)}
      onClose={close}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="12vh"
      attributes={{ content: { "aria-label": texts.findLong } }}
    >
      {isOpen && <Finder close={close} />}
    </Modal>
  );
}

function Finder({ close }: { close: () => void }) {
  const router = useRouter();
  const [text, setText] = useState("");
  const { groups, isLoading, error } = useDestinations(text);
  // The list is always open, so its Escape is meant for the dialog.
  const box = useCombobox({ opened: true, onDropdownClose: close });
  const { selectFirstOption } = box;
  const isEmpty = groups.every(({ destinations }) => destinations.length === 0);
  const offered = groups.flatMap(({ destinations }) => destinations.map(({ href }) => href)).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first option is selected again when other options are offered
  useEffect(() => {
    if (text.trim()) selectFirstOption();
  }, [text, offered]);
  return (
    <Combobox
      store={box}
      onOptionSubmit={(href) => {
        close();
        router.push(href);
      }}
    >
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          size="lg"
          variant="unstyled"
          className={classes.input}
          aria-label={texts.findLong}
          placeholder={texts.findLong}
          leftSection={<IconSearch size={20} stroke={1.7} aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.options} aria-label={texts.findLong}>
        {groups.map(
          ({ label, destinations }) =>
            destinations.length > 0 && (
              <Combobox.Group key={label} label={label}>
                {destinations.map(({ href, name, note }) => (
                  <Combobox.Option key={href} value={href} className={classes.option}>
                    {name}
                    {note && <span className={classes.note}>{note}</span>}
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ),
        )}
        {isEmpty && <Combobox.Empty>{error ?? (isLoading ? texts.searching : texts.nothingFound)}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  );
}
