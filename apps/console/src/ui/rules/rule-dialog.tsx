"use client";

import { editLimits } from "@highstreet/router/core/items/edit-limits.schema.ts";
import { placeholders } from "@highstreet/router/core/rules/title-pattern.schema.ts";
import { weekdays } from "@highstreet/router/core/stores/hours.schema.ts";
import type { Condition, Effect, Rule, When } from "@highstreet/router/features/rules/rules.schema.ts";
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
import { useStoreNames } from "../shell/use-find.ts";
import { ConditionFields, type Conditions, rowOf } from "./condition-fields.tsx";
import { isComplete, type Part, toCondition, toPart } from "./conditions.ts";
import { PlannedForm } from "./planned-form.tsx";
import { effectWords, ruleWords, storesIn } from "./rule-words.ts";
import classes from "./rules.module.css";
import {
  effects,
  keyOf,
  type TemplateName,
  templateNames,
  templates,
  typedOf,
  typedValue,
  withValue,
} from "./templates.ts";
import { texts } from "./texts.ts";

const MAX_NAME = 100;

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

/** Makes a rule from a template, or changes one. */
export function RuleDialog({ rule, first, close }: RuleDialogProps) {
  const [template, choose] = useState(first);
  const back = rule ? undefined : () => choose(undefined);
  const begin = rule ?? (template && templates[template]);
  return (
    <Modal opened onClose={close} title={rule?.name ?? (template ? texts.templates[template] : texts.add)} size="lg">
      {begin ? <RuleForm rule={rule} begin={begin} close={close} back={back} /> : <TemplateList choose={choose} />}
    </Modal>
  );
}

interface RuleFormProps {
  rule: Rule | undefined;
  begin: { effect: Effect } & ({ when: When } | { part: Part });
  close: () => void;
  back: (() => void) | undefined;
}

function conditionsOf(begin: RuleFormProps["begin"]): Conditions {
  if ("part" in begin) return { kind: "all", rows: [rowOf(begin.part)] };
  const [[kind, conditions]] = Object.entries(begin.when) as [[Conditions["kind"], Condition[]]];
  return { kind, rows: conditions.map((condition) => rowOf(toPart(condition))) };
}

const whenOf = ({ kind, rows }: Conditions): When => ({ [kind]: rows.map(toCondition) }) as unknown as When;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function RuleForm({ rule, begin, close, back }: RuleFormProps) {
  const { mayChangeRules } = useShop();
  const store = useChosenStore();
  const [name, setName] = useState(rule?.name ?? "");
  const [conditions, setConditions] = useState(() => conditionsOf(begin));
  const [effect, setEffect] = useState(begin.effect);
  const typed = typedOf(effect);
  const [period, setPeriod] = useState(rule?.period ?? {});
  const timeZone = useTimeZone();
  const [storeId, setStoreId] = useState(rule ? rule.storeId : mayChangeRules(null) ? null : (store?.id ?? null));
  const [chosen, setChosen] = useState<(readonly [string, string])[]>([]);
  const names = new Map<string, string | null>([...useStoreNames(rule ? storesIn(rule.when) : []), ...chosen]);
  const [wanted, setWanted] = useState(typedValue(effect));
  // The count of a typed value waits for its end.
  const [settled] = useDebouncedValue(conditions, 300);
  const [ready] = useDebouncedValue(wanted, 300);
  const isWhole = conditions.rows.every(isComplete) && (!typed || wanted.trim() !== "");
  const content = isWhole && { when: whenOf(conditions), effect: withValue(effect, wanted) };
  const words = content && ruleWords(content, timeZone, names);
  const whole = content && ruleWords({ ...content, period: periodOf(period) }, timeZone, names);
  const firstName = (rule?.name ?? (words || "")).slice(0, MAX_NAME);
  const changed = Object.entries({ ...content, period: periodOf(period) }).filter(
    ([field, value]) => !isSame(value, rule?.[field as "when"] ?? null),
  );
  const body = { name: firstName, ...Object.fromEntries(changed) };
  const typedField = {
    label: typed === "safetyStock" ? texts.safetyStock : texts.newText,
    value: wanted,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setWanted(event.currentTarget.value),
  };
  const known = effects.some((one) => keyOf(one) === keyOf(begin.effect)) ? effects : [...effects, begin.effect];
  const choices = known.map((one) => (keyOf(one) === keyOf(effect) ? effect : one));
  const places = [
    ...(mayChangeRules(null) ? [{ value: "", label: shell.allStores }] : []),
    ...(store ? [{ value: store.id, label: store.name }] : []),
  ];
  return (
    <PlannedForm
      input={content && conditions === settled && wanted === ready ? { ruleId: rule?.id, storeId, body } : undefined}
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
      {(errors) => (
        <>
          <ConditionFields
            {...conditions}
            storeId={storeId}
            names={names}
            learn={(stores) => setChosen([...chosen, ...stores.map(({ id, name }) => [id, name] as const)])}
            errors={errors}
            change={setConditions}
          />
          <NativeSelect
            label={texts.effect}
            data={choices.map((one) => ({ value: keyOf(one), label: effectWords(one) }))}
            value={keyOf(effect)}
            onChange={({ currentTarget }) => {
              const next = choices.find((one) => keyOf(one) === currentTarget.value) ?? effect;
              setEffect(next);
              setWanted(typedValue(next));
            }}
          />
          {typed === "safetyStock" && <TextInput {...typedField} type="number" min={0} />}
          {typed && typed !== "safetyStock" && (
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
            placeholder={words || undefined}
            maxLength={MAX_NAME}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {whole && <Text fw={600}>{whole}</Text>}
        </>
      )}
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
