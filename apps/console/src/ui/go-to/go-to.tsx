"use client";

import { Combobox, Modal, TextInput, useCombobox } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useEditProduct } from "../edits/use-edit-product.ts";
import { IconSearch } from "../parts/icons.tsx";
import { texts as frame } from "../shell/texts.ts";
import classes from "./go-to.module.css";
import { texts } from "./texts.ts";
import { type ProductCommand, useDestinations } from "./use-destinations.ts";

/** The dialog of Ctrl+K. */
export function GoTo({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="12vh"
      attributes={{ content: { "aria-label": frame.findLong } }}
    >
      {isOpen && <Finder close={close} />}
    </Modal>
  );
}

function Finder({ close }: { close: () => void }) {
  const router = useRouter();
  const [text, setText] = useState("");
  const { groups, commands, lacksProduct, isLoading, error } = useDestinations(text);
  // The list is always open, so its Escape is meant for the dialog.
  const box = useCombobox({ opened: true, onDropdownClose: close });
  const { selectFirstOption } = box;
  const offered = [
    ...commands.map(({ product }) => product.barcode),
    ...groups.flatMap(({ destinations }) => destinations.map(({ href }) => href)),
  ];
  const nothing = lacksProduct ? texts.needsProduct(text.trim()) : frame.nothingFound;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first option is selected again when other options are offered
  useEffect(() => {
    if (text.trim()) selectFirstOption();
  }, [text, offered.join()]);
  return (
    <Combobox
      store={box}
      onOptionSubmit={(value) => {
        close();
        if (value.startsWith("/")) router.push(value);
      }}
    >
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          size="lg"
          variant="unstyled"
          className={classes.input}
          aria-label={frame.findLong}
          placeholder={texts.hint}
          leftSection={<IconSearch size={20} stroke={1.7} aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.options} aria-label={frame.findLong}>
        {commands.length > 0 && (
          <Combobox.Group label={texts.actions}>
            {commands.map((command) => (
              <CommandOption key={command.product.barcode} command={command} />
            ))}
          </Combobox.Group>
        )}
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
        {offered.length === 0 && <Combobox.Empty>{error ?? (isLoading ? frame.searching : nothing)}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  );
}

/** Hides or shows a product at Enter. The message of the edit has Undo. */
function CommandOption({ command: { product, hidden, store } }: { command: ProductCommand }) {
  const { hideIn, hideEverywhere } = useEditProduct(product);
  return (
    <Combobox.Option
      value={`${texts.actions} ${product.barcode}`}
      className={classes.option}
      onClick={() => (store ? hideIn(store.id, hidden) : hideEverywhere(hidden))}
    >
      {(hidden ? texts.hide : texts.show)(product.title ?? product.barcode, store?.name)}
      <span className={classes.note}>{product.barcode}</span>
    </Combobox.Option>
  );
}
