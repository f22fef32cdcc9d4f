"use client";

import { conditions } from "@highstreet/router/core/items/items.schema.ts";
import { MAX_CONDITIONS } from "@highstreet/router/features/rules/rules.schema.ts";
import { ActionIcon, Button, Chip, Group, Input, Menu, NativeSelect, Text, Textarea, TextInput } from "@mantine/core";
import { randomId } from "@mantine/hooks";
import { useRef, useState } from "react";
import { quantity } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { IconPlus, IconTrash } from "../parts/icons.tsx";
import type { FieldError } from "../server-words/server-words.ts";
import { StoresSelect } from "../shell/stores-select.tsx";
import { texts as shell } from "../shell/texts.ts";
import { type Field, fields, operators, type Part, partOf } from "./conditions.ts";
import { conditionProblem, openPhrase, type StoreNames } from "./rule-words.ts";
import classes from "./rules.module.css";
import { texts } from "./texts.ts";

/** The form replaces the button that had the focus, and a new condition the menu. */
const begins = { ref: (field: HTMLElement | null) => field?.focus(), "data-autofocus": true };

export interface Row extends Part {
  key: string;
}

export const rowOf = (part: Part): Row => ({ ...part, key: randomId() });

export interface Conditions {
  kind: "all" | "any";
  rows: Row[];
}

interface ConditionFieldsProps extends Conditions {
  /** Of the rule. Only a rule of all stores has conditions on stores. */
  storeId: string | null;
  names: StoreNames;
  /** Tells the names of stores that the person chooses. */
  learn: (stores: { id: string; name: string }[]) => void;
  errors: FieldError[];
  change: (conditions: Conditions) => void;
}

/** Which products a rule is about: one condition or several. */
export function ConditionFields({ kind, rows, storeId, names, learn, errors, change }: ConditionFieldsProps) {
  const [focused, setFocused] = useState(rows[0]?.key);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (field: Field) => {
    const row = rowOf(partOf(field));
    setFocused(row.key);
    change({ kind, rows: [...rows, row] });
  };
  const remove = (key: string) => {
    change({ kind, rows: rows.filter((row) => row.key !== key) });
    addButton.current?.focus();
  };
  return (
    <fieldset className={classes.conditions}>
      <legend>{texts.which}</legend>
      {rows.length > 1 && (
        <NativeSelect
          aria-label={texts.which}
          data={(["all", "any"] as const).map((value) => ({ value, label: texts.joined[value] }))}
          value={kind}
          onChange={(event) => change({ kind: event.currentTarget.value as "all", rows })}
        />
      )}
      {rows.map((row, n) => (
        <fieldset key={row.key} aria-label={texts.nth(quantity(n + 1))} className={classes.condition}>
          {n > 0 && <Text size="sm">{kind === "all" ? texts.and : texts.or}</Text>}
          <div className={classes.phrase}>
            <NativeSelect
              aria-label={texts.fields[row.field]}
              {...(row.field === "given" && row.key === focused && begins)}
              data={operators[row.field].map((value) => ({
                value,
                label: openPhrase({ ...row, operator: value }),
              }))}
              value={row.operator}
              onChange={(event) => {
                const changed = { ...row, operator: event.currentTarget.value };
                change({ kind, rows: rows.with(n, changed) });
              }}
            />
            {rows.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={texts.removeCondition(openPhrase(row))}
                onClick={() => remove(row.key)}
              >
                <IconTrash size={18} aria-hidden="true" />
              </ActionIcon>
            )}
          </div>
          <ValueFields
            {...row}
            hasFocus={row.key === focused}
            names={names}
            learn={learn}
            change={(values) => change({ kind, rows: rows.with(n, { ...row, values }) })}
          />
          <Problem text={conditionProblem(errors, n, row, storeId)} />
        </fieldset>
      ))}
      {rows.length < MAX_CONDITIONS ? (
        <Menu position="bottom-start" shadow="md" returnFocus={false}>
          <Menu.Target>
            <Button ref={addButton} variant="light" size="sm" leftSection={<IconPlus size={16} aria-hidden="true" />}>
              {texts.addCondition}
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={classes.kinds ?? ""}>
            {fields
              .filter((field) => field !== "store" || storeId === null)
              .map((field) => (
                <Menu.Item key={field} onClick={() => add(field)}>
                  {texts.fields[field]}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Hint>{texts.most(quantity(MAX_CONDITIONS))}</Hint>
      )}
    </fieldset>
  );
}

/** The first alert of a form comes into view, so an empty one would lead astray. */
const Problem = ({ text }: { text: string | undefined }) => text && <Input.Error role="alert">{text}</Input.Error>;

interface ValueFieldsProps extends Part, Pick<ConditionFieldsProps, "names" | "learn"> {
  hasFocus: boolean;
  change: (values: string[]) => void;
}

function ValueFields({ field, operator, values, hasFocus, names, learn, change }: ValueFieldsProps) {
  const first = hasFocus ? begins : {};
  switch (field) {
    case "given":
      return null;
    case "condition":
      return (
        <Chip.Group multiple value={values} onChange={change}>
          <Group gap="xs">
            {conditions.map((one, n) => (
              <Chip key={one} value={one} {...(n === 0 && first)}>
                {texts.words.conditions[one]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      );
    case "store":
      return (
        <StoresSelect
          label={shell.stores}
          {...first}
          value={values.map((id) => ({ id, name: names.get(id) ?? (names.has(id) ? texts.goneStore : "…") }))}
          onChange={(stores) => {
            learn(stores.filter(({ id }) => !values.includes(id)));
            change(stores.map(({ id }) => id));
          }}
        />
      );
    case "price":
    case "quantity": {
      const bounds = (["from", "under"] as const).filter((bound) => operator === "between" || operator === bound);
      return (
        <Group grow>
          {bounds.map((bound, n) => (
            <TextInput
              key={bound}
              type="number"
              min={0}
              step="any"
              label={texts.bounds[field][bound]}
              value={values[bound === "from" ? 0 : 1] ?? ""}
              onChange={({ currentTarget: { value } }) => {
                const [from = "", under = ""] = values;
                change(bound === "from" ? [value, under] : [from, value]);
              }}
              {...(n === 0 && first)}
            />
          ))}
        </Group>
      );
    }
    default:
      return (
        <Textarea
          label={operator === "startsWith" ? texts.startsWith : texts.lines[field]}
          description={field === "title" ? texts.wordsHelp : undefined}
          autosize
          minRows={2}
          maxRows={10}
          value={values.join("\n")}
          onChange={(event) => change(event.currentTarget.value.split("\n"))}
          {...first}
        />
      );
  }
}
