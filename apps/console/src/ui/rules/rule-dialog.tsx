"use client";

import type { Effect, Rule } from "@highstreet/router/features/rules/rules.schema.ts";
import { Button, Modal, NativeSelect, Stack, Text, Textarea, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ChangeEvent, useState } from "react";
import { useChosenStore, useShop } from "../shell/shop-context.tsx";
import { texts as shell } from "../shell/texts.ts";
import { PlannedForm } from "./planned-form.tsx";
import { effectWords, ruleWords } from "./rule-words.ts";
import classes from "./rules.module.css";
import {
  conditionOf,
  effectOf,
  effects,
  fieldOf,
  isSame,
  type TemplateName,
  templateNames,
  templateOf,
} from "./templates.ts";
import { texts } from "./texts.ts";

const MAX_NAME = 100;

/** The form replaces the button that had the focus. */
const focus = (field: HTMLElement | null) => field?.focus();

/** The kinds of rules that a person can make. */
export function TemplateList({ choose }: { choose: (name: TemplateName) => void }) {
  return (
    <Stack gap="xs">
      {templateNames.map((name) => (
        <UnstyledButton key={name} className={classes.template} onClick={() => choose(name)}>
          {texts.templates[name]}
        </UnstyledButton>
      ))}
    </Stack>
  );
}

interface RuleDialogProps {
  /** undefined: a new one. */
  rule?: Rule | undefined;
  /** The kind to begin with; undefined: the person chooses. */
  first?: TemplateName | undefined;
  close: () => void;
}

/** Makes a rule from a template, or changes one. A rule that fits no template can only change its name here. */
export function RuleDialog({ rule, first, close }: RuleDialogProps) {
  const [chosen, choose] = useState(first);
  const fitting = rule && templateOf(rule);
  const template = fitting?.name ?? chosen;
  const back = rule ? undefined : () => choose(undefined);
  return (
    <Modal opened onClose={close} title={rule?.name ?? (template ? texts.templates[template] : texts.add)} size="lg">
      {rule || template ? (
        <RuleForm rule={rule} template={template} first={fitting?.value ?? ""} close={close} back={back} />
      ) : (
        <TemplateList choose={choose} />
      )}
    </Modal>
  );
}

interface RuleFormProps {
  rule: Rule | undefined;
  template: TemplateName | undefined;
  /** What the field of the template holds. */
  first: string;
  close: () => void;
  back: (() => void) | undefined;
}

function RuleForm({ rule, template, first, close, back }: RuleFormProps) {
  const { mayChangeRules } = useShop();
  const store = useChosenStore();
  const [name, setName] = useState(rule?.name ?? "");
  const [value, setValue] = useState(first);
  const [effect, setEffect] = useState(rule?.effect ?? (template && effectOf(template)));
  const [storeId, setStoreId] = useState(rule ? rule.storeId : mayChangeRules(null) ? null : (store?.id ?? null));
  // The count of a typed value waits for its end.
  const [settled] = useDebouncedValue(value, 300);
  const kind = template && fieldOf(template);
  const isComplete = value === settled && (!kind || settled.trim() !== "");
  const content = template && effect && isComplete && { when: { all: [conditionOf(template, settled)] }, effect };
  const words = content ? ruleWords(content) : rule && ruleWords(rule);
  const firstName = (rule?.name ?? words ?? "").slice(0, MAX_NAME);
  const body = { name: firstName, ...content };
  const field = {
    label: texts.fields[template as keyof typeof texts.fields],
    description: template === "words" ? texts.wordsHelp : undefined,
    ref: focus,
    "data-autofocus": true,
    value,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setValue(event.currentTarget.value),
  };
  const choices = effect && !effects.some((one) => isSame(one, effect)) ? [...effects, effect] : effects;
  const places = [
    ...(mayChangeRules(null) ? [{ value: "", label: shell.allStores }] : []),
    ...(store ? [{ value: store.id, label: store.name }] : []),
  ];
  return (
    <PlannedForm
      input={content || !template ? { ruleId: rule?.id, storeId, body } : undefined}
      name={name.trim() || firstName}
      submit={texts.save}
      done={texts.saved(name.trim() || firstName)}
      close={close}
      aside={
        back && (
          <Button variant="subtle" color="gray" onClick={back}>
            {texts.back}
          </Button>
        )
      }
    >
      {kind === "number" && <TextInput {...field} type="number" min={0} step="any" />}
      {kind === "lines" && <Textarea {...field} autosize minRows={2} maxRows={10} />}
      {template && effect && (
        <NativeSelect
          label={texts.effect}
          ref={kind ? undefined : focus}
          data-autofocus={!kind || undefined}
          data={choices.map((one) => ({ value: JSON.stringify(one), label: effectWords(one) }))}
          value={JSON.stringify(effect)}
          onChange={(event) => setEffect(JSON.parse(event.currentTarget.value) as Effect)}
        />
      )}
      {!rule && (
        <NativeSelect
          label={texts.where}
          data={places}
          value={storeId ?? ""}
          onChange={(event) => setStoreId(event.currentTarget.value || null)}
        />
      )}
      <TextInput
        label={texts.name}
        description={texts.nameHelp}
        placeholder={words}
        maxLength={MAX_NAME}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {words && <Text fw={600}>{words}</Text>}
    </PlannedForm>
  );
}
