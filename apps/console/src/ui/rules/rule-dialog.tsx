"use client";

import { editLimits } from "@highstreet/router/core/items/edit-limits.schema.ts";
import { placeholders } from "@highstreet/router/core/rules/title-pattern.schema.ts";
import { weekdays } from "@highstreet/router/core/stores/hours.schema.ts";
import type { Rule } from "@highstreet/router/features/rules/rules.schema.ts";
import {
  Button,
  Chip,
  Group,
  Input,
  Modal,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ChangeEvent, useState } from "react";
import { localDate, weekdayName } from "../parts/formats.ts";
import { useChosenStore, useShop, useTimeZone } from "../shell/shop-context.tsx";
import { texts as shell } from "../shell/texts.ts";
import { PlannedForm } from "./planned-form.tsx";
import { effectWords, ruleWords } from "./rule-words.ts";
import classes from "./rules.module.css";
import {
  conditionOf,
  effectOf,
  effects,
  fieldOf,
  keyOf,
  type TemplateName,
  templateNames,
  templateOf,
  typedOf,
  typedValue,
  withValue,
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
  const [chosen, setEffect] = useState(rule?.effect ?? (template && effectOf(template)));
  const typed = chosen && typedOf(chosen);
  const [wanted, setWanted] = useState(chosen ? typedValue(chosen) : "");
  const [ready] = useDebouncedValue(wanted, 300);
  const effect = chosen && withValue(chosen, wanted);
  const [period, setPeriod] = useState(rule?.period ?? {});
  const timeZone = useTimeZone();
  const [storeId, setStoreId] = useState(rule ? rule.storeId : mayChangeRules(null) ? null : (store?.id ?? null));
  // The count of a typed value waits for its end.
  const [settled] = useDebouncedValue(value, 300);
  const kind = template && fieldOf(template);
  const isComplete =
    value === settled && (!kind || settled.trim() !== "") && wanted === ready && (!typed || wanted.trim() !== "");
  const content = template && effect && isComplete && { when: { all: [conditionOf(template, settled)] }, effect };
  const { when = undefined, effect: does = undefined } = content || rule || {};
  const words = when && does && ruleWords({ when, effect: does }, timeZone);
  const whole = when && does && ruleWords({ when, effect: does, period: periodOf(period) }, timeZone);
  const firstName = (rule?.name ?? words ?? "").slice(0, MAX_NAME);
  const body = { name: firstName, ...content, period: periodOf(period) };
  const field = {
    label: texts.fields[template as keyof typeof texts.fields],
    description: template === "words" ? texts.wordsHelp : undefined,
    ref: focus,
    "data-autofocus": true,
    value,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setValue(event.currentTarget.value),
  };
  const typedField = {
    label: typed === "safetyStock" ? texts.safetyStock : texts.newText,
    value: wanted,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setWanted(event.currentTarget.value),
  };
  const others = effects.filter((one) => !effect || keyOf(one) !== keyOf(effect));
  const choices = effects.map((one) => (effect && keyOf(one) === keyOf(effect) ? effect : one));
  if (effect && others.length === effects.length) choices.push(effect);
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
          data={choices.map((one) => ({ value: keyOf(one), label: effectWords(one) }))}
          value={keyOf(effect)}
          onChange={({ currentTarget }) => {
            const next = choices.find((one) => keyOf(one) === currentTarget.value);
            setEffect(next);
            setWanted(next ? typedValue(next) : "");
          }}
        />
      )}
      {template && typed === "safetyStock" && <TextInput {...typedField} type="number" min={0} />}
      {template && typed && typed !== "safetyStock" && (
        <Textarea
          {...typedField}
          autosize
          maxRows={10}
          maxLength={typed === "category" ? undefined : editLimits[typed]}
          description={typed === "title" ? texts.titleHelp(...placeholders) : undefined}
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
      <PeriodFields period={period} change={setPeriod} />
      <TextInput
        label={texts.name}
        description={texts.nameHelp}
        placeholder={words}
        maxLength={MAX_NAME}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {whole && <Text fw={600}>{whole}</Text>}
    </PlannedForm>
  );
}

type Period = NonNullable<Rule["period"]>;

/** null: always */
const periodOf = (period: Period): Period | null => (Object.values(period).some(Boolean) ? period : null);

/** The days on which a rule counts. A time, which comes from the API, shows as its day, and stays unless the day is changed. */
function PeriodFields({ period, change }: { period: Period; change: (period: Period) => void }) {
  const timeZone = useTimeZone();
  const dayOf = (text = ""): string => (text.includes("T") ? localDate(Date.parse(text), timeZone) : text);
  return (
    <Stack gap="xs">
      <Group grow align="end">
        {(["from", "until"] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={texts[name]}
            value={dayOf(period[name])}
            onChange={(event) => change({ ...period, [name]: event.currentTarget.value || undefined })}
          />
        ))}
      </Group>
      <Input.Wrapper label={texts.weekdays} description={texts.periodHelp} labelElement="div">
        <Chip.Group
          multiple
          value={period.weekdays ?? []}
          onChange={(days) =>
            change({ ...period, weekdays: days.length ? weekdays.filter((one) => days.includes(one)) : undefined })
          }
        >
          <Group gap="xs" mt="xs" role="group" aria-label={texts.weekdays}>
            {weekdays.map((one, n) => (
              <Chip key={one} value={one}>
                {weekdayName(n)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
    </Stack>
  );
}
