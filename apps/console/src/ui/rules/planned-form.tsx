"use client";

import type { ChannelId } from "@highstreet/router/core/channels/channel.schema.ts";
import type { Effect, Rule, RulePlan, When } from "@highstreet/router/features/rules/rules.schema.ts";
import { Anchor, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { channelName } from "../edits/product-words.ts";
import { formErrors } from "../parts/field-errors.ts";
import { Form, FormButtons } from "../parts/form.tsx";
import { count, moment } from "../parts/formats.ts";
import { Notice } from "../parts/notice.tsx";
import { showToast } from "../parts/toasts.tsx";
import { type CallError, useTRPC, useTRPCClient } from "../parts/trpc.ts";
import { type FieldError, fieldErrorsOf } from "../server-words/server-words.ts";
import { useChosenStore, useShop, useTimeZone } from "../shell/shop-context.tsx";
import { shortened } from "./rule-words.ts";
import classes from "./rules.module.css";
import { texts } from "./texts.ts";

interface RuleBody {
  name: string;
  when: When;
  effect: Effect;
  period?: Rule["period"];
}

interface PlannedFormProps {
  /** A new rule, or a change of the rule `ruleId`; undefined: it is not complete. */
  input:
    | { ruleId?: string | undefined; storeId: string | null; body: Partial<RuleBody> & { on?: boolean } }
    | undefined;
  /** Of the rule. It changes nothing for products. */
  name: string;
  isDeletion?: boolean;
  submit: string;
  done?: string;
  close: () => void;
  /** With the errors of the conditions, which the form shows at them. */
  children: ReactNode | ((errors: FieldError[]) => ReactNode);
  aside?: ReactNode;
}

/** Names the store in the call, because a person of chosen stores must. */
export const inStore = (storeId: string | null) => (storeId === null ? {} : { storeId });

/** Shows what a change of a rule would do, and makes exactly this change. */
export function PlannedForm({ input, name, isDeletion, submit, done, close, children, aside }: PlannedFormProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { retailerId } = useShop();
  const refresh = useRefreshRules();
  const send = async (more: { onlyPlan?: true }, changes: { name?: string; preview?: string | undefined } = {}) => {
    if (!input) return undefined;
    const { ruleId, storeId } = input;
    const ids = { retailerId, ...inStore(storeId), ...more };
    const body = { ...input.body, ...changes };
    if (ruleId !== undefined) return client.rules.update.mutate({ ...ids, ruleId, body });
    return client.rules.create.mutate({ ...ids, body: { ...(body as RuleBody), storeId } });
  };
  const plan = useQuery({
    queryKey: [trpc.rules.create.mutationKey(), retailerId, input],
    queryFn: async () => (await send({ onlyPlan: true }))?.plan ?? null,
    enabled: input !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const remove = async () =>
    input?.ruleId && client.rules.delete.mutate({ retailerId, ...inStore(input.storeId), ruleId: input.ruleId });
  const saving = useMutation<unknown, CallError>({
    mutationFn: () => (isDeletion ? remove() : send({}, { name, preview: plan.data?.preview })),
    onError: () => void plan.refetch(),
    onSuccess: async () => {
      await refresh();
      if (done) showToast({ message: done });
      close();
    },
  });
  const isReady = plan.isSuccess && !plan.isFetching && input !== undefined;
  const isChanged = saving.error?.data?.domain?.code === "ChangedSince";
  const error = (plan.error as CallError | null) ?? (isChanged ? null : saving.error);
  const isOfForm = typeof children === "function";
  const { rest } = formErrors(error, isOfForm ? ["/when"] : []);
  return (
    <Form
      noValidate
      submit={() => {
        if (isReady && !saving.isPending) saving.mutate();
      }}
    >
      {isOfForm ? children(fieldErrorsOf(error?.data?.domain?.members)) : children}
      {isChanged && <Notice tone="warning">{texts.changed}</Notice>}
      {error && rest && <Notice tone="error">{rest}</Notice>}
      {input && !plan.error && <Plan plan={plan.isFetching ? undefined : (plan.data ?? undefined)} />}
      <FormButtons
        submit={submit}
        isBusy={saving.isPending}
        disabled={!isReady}
        cancel={close}
        {...(isDeletion && { color: "red" })}
      >
        {aside}
      </FormButtons>
    </Form>
  );
}

/** Loads what a change of rules can have changed. */
export function useRefreshRules() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const parts = [trpc.rules, trpc.inventory, trpc.history, trpc.overview, trpc.stores];
  return () => Promise.all(parts.map((part) => queries.invalidateQueries(part.pathFilter())));
}

/** Stores whose channels are known. */
const MAX_STATES = 100;
/** Samples that the plan shows. */
const SHOWN = 5;

type StorePlan = Partial<RulePlan["stores"][number]> &
  Pick<RulePlan["stores"][number], "storeId" | "changes" | "channels">;

const sumOf = (stores: StorePlan[], read: (store: StorePlan) => number): number =>
  stores.reduce((sum, store) => sum + read(store), 0);

/**
 * What the channels of some stores would hide and show: `York: 3 products no longer on Google`.
 * @param isOn whether a store has a channel: the plan counts all channels, as if the store had them
 */
function storesWords(
  name: string,
  stores: StorePlan[],
  isOn: (storeId: string, channel: ChannelId) => boolean,
): string[] {
  const words = (["search", "local_ads", "webhooks"] satisfies ChannelId[]).flatMap((channel) =>
    (["hides", "shows"] as const).flatMap((kind) => {
      const number = sumOf(stores, ({ storeId, channels }) => (isOn(storeId, channel) ? channels[channel][kind] : 0));
      return number > 0 ? [texts.plan[kind](channelName(channel), count(number, "product"))] : [];
    }),
  );
  return words.length ? [`${name}: ${words.join(" · ")}`] : [];
}

interface PlanProps {
  plan: ({ stores: StorePlan[] } & Pick<RulePlan, "samples"> & Partial<Pick<RulePlan, "overlaps">>) | undefined;
}

/** What a rule or a store changes at once: counts by store and channel, what wins over it, and samples. */
export function Plan({ plan }: PlanProps) {
  const { base, retailerId, stores: known } = useShop();
  const chosen = useChosenStore();
  const trpc = useTRPC();
  const { data: states } = useQuery(trpc.overview.stores.queryOptions({ retailerId, pageSize: MAX_STATES }));
  const isOn = (storeId: string, channel: ChannelId): boolean =>
    states?.data.find(({ id }) => id === storeId)?.channels.some(({ id }) => id === channel) ?? true;
  const names = new Map([...known.data, ...(chosen ? [chosen] : [])].map(({ id, name }) => [id, name]));
  const stores = plan?.stores ?? [];
  const others = stores.filter(({ storeId }) => !names.has(storeId));
  const own = sumOf(stores, ({ ownSettings = 0 }) => ownSettings);
  const matches = sumOf(stores, (store) => store.matches ?? 0);
  const changes = sumOf(stores, (store) => store.changes);
  const ofTexts = sumOf(stores, (store) => store.texts ?? 0);
  const timeZone = useTimeZone();
  const later = Map.groupBy(
    stores.filter(({ startsAt }) => startsAt),
    ({ startsAt }) => startsAt ?? "",
  );
  const isLater = later.size > 0 && stores.every(({ startsAt }) => startsAt);
  // A product of several stores is one example.
  const samples = [...new Map(plan?.samples.map((sample) => [sample.barcode, sample] as const)).values()];
  const lines = [
    ...[...later].map(([time, of]) => texts.plan.begins(moment(time, timeZone), count(of.length, "store"))),
    ...stores.flatMap((store) =>
      storesWords(names.get(store.storeId) ?? "", names.has(store.storeId) ? [store] : [], isOn),
    ),
    ...storesWords(count(others.length, "otherStore"), others, isOn),
    ...(own > 0 ? [texts.plan.own(count(own, "product"))] : []),
    ...(plan?.overlaps ?? []).map(({ name, products, wins }) =>
      (wins ? texts.plan.winsOver : texts.plan.losesTo)(name, count(products, "product")),
    ),
  ];
  return (
    <section aria-label={texts.plan.title} className={classes.plan}>
      <Text size="sm" fw={600} role="status">
        {plan && matches > 0 && `${texts.plan.matches(count(matches, "product"))} `}
        {plan && ofTexts > 0 && `${texts.plan.texts(count(ofTexts, "product"))} `}
        {!plan && texts.plan.counting}
        {plan && (changes > 0 || ofTexts === 0) && texts.plan[isLater ? "later" : "changes"](count(changes, "product"))}
      </Text>
      {lines.length > 0 && (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {samples.length > 0 && (
        <>
          <Text size="sm">{texts.plan.samples}</Text>
          <ul className={classes.samples}>
            {samples.slice(0, SHOWN).map(({ storeId, barcode, title, texts: changed }) => (
              <li key={barcode}>
                <Anchor
                  size="sm"
                  href={`${base}/products/${encodeURIComponent(barcode)}?store=${storeId}`}
                  target="_blank"
                >
                  {title ?? barcode}
                </Anchor>
                {changed.map(({ field, before, after }) => (
                  <Text key={field} size="xs" c="dimmed">
                    {field !== "title" && before !== null && <del>{shortened(before)} </del>}
                    <ins>{after === null ? "–" : shortened(after)}</ins>
                  </Text>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
