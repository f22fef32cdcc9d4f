"use client";

import type { Rule } from "@highstreet/router/features/rules/rules.schema.ts";
import { ActionIcon, Button, Menu, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { quantity } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconListCheck,
  IconPencil,
  IconPlus,
  IconTrash,
} from "../parts/icons.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import page from "../parts/page.module.css";
import { PageHead, PageSkeleton } from "../parts/page-head.tsx";
import { Blank, Panel } from "../parts/panel.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { Toggle } from "../products/toggle.tsx";
import { StoreChip } from "../shell/choose-store.tsx";
import { useChosenStore, useShop, useTimeZone } from "../shell/shop-context.tsx";
import { useStoreNames } from "../shell/use-find.ts";
import { inStore, PlannedForm, useRefreshRules } from "./planned-form.tsx";
import { RuleDialog, TemplateList } from "./rule-dialog.tsx";
import { NAMED, ruleWords, type StoreNames, sentenceOf, storesIn } from "./rule-words.ts";
import classes from "./rules.module.css";
import type { TemplateName } from "./templates.ts";
import { texts } from "./texts.ts";

/** How often a page asks while a large shop still follows a change. */
const FOLLOW_MS = 2_000;

/** The standing rules of the chosen store, and those of all stores, in the order in which they count. */
export function Rules() {
  const trpc = useTRPC();
  const { retailerId, mayChangeRules, may } = useShop();
  const store = useChosenStore();
  const [adding, setAdding] = useState<{ first?: TemplateName }>();
  const { data, error, refetch } = useQuery(
    trpc.rules.list.queryOptions(
      { retailerId, storeId: store?.id },
      { refetchInterval: ({ state }) => (state.data?.some(({ follows }) => follows) ? FOLLOW_MS : false) },
    ),
  );
  const names = useStoreNames(data?.flatMap(({ when }) => storesIn(when, NAMED)) ?? []);
  const mayAdd = mayChangeRules(store?.id ?? null);
  const isEmpty = data?.length === 0;
  const progress = data?.find(({ follows }) => follows)?.follows;
  return (
    <div className={page.page}>
      <PageHead
        help="rules"
        title={texts.title}
        text={data && !isEmpty ? texts.precedence : texts.text}
        store={<StoreChip store={store ?? null} hasAll />}
      >
        {mayAdd && !isEmpty && (
          <Button size="md" leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setAdding({})}>
            {texts.add}
          </Button>
        )}
      </PageHead>
      <Stack>
        {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
        {!data && !error && <PageSkeleton />}
        {progress && <Notice tone="info">{texts.follows(quantity(progress.stores), quantity(progress.of))}</Notice>}
        {!mayAdd && may("rules.create") && <Notice tone="info">{texts.chooseStore}</Notice>}
        {isEmpty && (
          <Blank
            icon={<IconListCheck size={28} stroke={1.6} />}
            title={store ? texts.none : texts.noneOfAll}
            text={mayAdd ? texts.noneText : texts.text}
          >
            {mayAdd && <TemplateList choose={(first) => setAdding({ first })} />}
          </Blank>
        )}
        {data && !isEmpty && store && (
          <RuleList
            title={texts.ofStore(store.name)}
            rules={data.filter(({ storeId }) => storeId !== null)}
            names={names}
          />
        )}
        {data && !isEmpty && (
          <RuleList title={texts.ofAll} rules={data.filter(({ storeId }) => storeId === null)} names={names} />
        )}
      </Stack>
      {adding && <RuleDialog first={adding.first} close={() => setAdding(undefined)} />}
    </div>
  );
}

interface RuleListProps {
  title: string;
  rules: Rule[];
  /** Of the stores that the sentences name. */
  names: StoreNames;
}

function RuleList({ title, rules, names }: RuleListProps) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const refresh = useRefreshRules();
  const ordering = useMutation(
    trpc.rules.order.mutationOptions({
      onError: ({ message }) => showToast({ isError: true, message }),
      onSettled: refresh,
    }),
  );
  const moveTo = ({ id, storeId }: Rule, place: number) => {
    const ids = rules.map((rule) => rule.id).filter((one) => one !== id);
    ids.splice(place, 0, id);
    ordering.mutate({ retailerId, ...inStore(storeId), body: { storeId, ids } });
  };
  return (
    <Panel title={title}>
      {rules.length === 0 ? (
        <Hint>{texts.noneHere}</Hint>
      ) : (
        <ol className={classes.rules}>
          {rules.map((rule, n) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              names={names}
              up={n > 0 ? () => moveTo(rule, n - 1) : undefined}
              down={n < rules.length - 1 ? () => moveTo(rule, n + 1) : undefined}
            />
          ))}
        </ol>
      )}
    </Panel>
  );
}

interface RuleRowProps {
  rule: Rule;
  names: StoreNames;
  /** undefined: it stands at this end. */
  up: (() => void) | undefined;
  down: (() => void) | undefined;
}

function RuleRow({ rule, names, up, down }: RuleRowProps) {
  const { mayChangeRules, whyNot } = useShop();
  const store = useChosenStore();
  const [open, setOpen] = useState<"edit" | "on" | "off" | "delete">();
  const mayChange = mayChangeRules(rule.storeId);
  const timeZone = useTimeZone();
  const sentence = sentenceOf(rule, { store: store?.name, timeZone, names });
  const close = () => setOpen(undefined);
  const items = [
    [texts.edit, IconPencil, () => setOpen("edit")],
    [texts.up, IconArrowUp, up],
    [texts.down, IconArrowDown, down],
    [texts.delete, IconTrash, () => setOpen("delete")],
  ] as const;
  return (
    <li id={rule.id} className={classes.rule}>
      <span title={mayChange ? undefined : whyNot}>
        <Toggle
          label={texts.isOn(rule.name)}
          isOn={rule.on}
          isLocked={!mayChange}
          onChange={(isOn) => setOpen(isOn ? "on" : "off")}
        />
      </span>
      <div className={classes.words} data-off={!rule.on || undefined}>
        <span>{sentence}</span>
        {!sentence.includes(rule.name) && <span className={classes.name}>{rule.name}</span>}
      </div>
      {mayChange && (
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={44} aria-label={texts.actionsOf(rule.name)}>
              <IconDots size={18} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {items.map(([label, Icon, act]) => (
              <Menu.Item
                key={label}
                leftSection={<Icon size={16} aria-hidden="true" />}
                disabled={!act}
                {...(act && { onClick: act })}
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {open === "edit" && <RuleDialog rule={rule} close={close} />}
      {open && open !== "edit" && (
        <Modal opened onClose={close} title={texts.questions[open](rule.name)} size="lg">
          <PlannedForm
            // A deleted rule does the same as one that is off.
            input={{ ruleId: rule.id, storeId: rule.storeId, body: { on: open === "on" } }}
            name={rule.name}
            isDeletion={open === "delete"}
            submit={texts.confirms[open]}
            {...(open === "delete" && { done: texts.deleted(rule.name) })}
            close={close}
          >
            <Text size="sm">{ruleWords(rule, timeZone, names)}</Text>
          </PlannedForm>
        </Modal>
      )}
    </li>
  );
}
