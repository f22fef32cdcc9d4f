"use client";

import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import type { SearchSetup } from "@highstreet/router/features/search/setup.schema.ts";
import { Anchor, Collapse, Skeleton, Stack, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { speaksEnglish } from "../../languages/in-language.ts";
import { useRefresh, WriteButton } from "../channel/channel.tsx";
import { CopyBlock } from "../parts/copy.tsx";
import { Counts, Facts } from "../parts/facts.tsx";
import { day, exactMoment, moment, quantity } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { IconChevronDown, IconExternalLink } from "../parts/icons.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import badge from "../parts/state-badge.module.css";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { warningWords } from "../server-words/server-words.ts";
import { useStore } from "../shell/shop-context.tsx";
import classes from "./search.module.css";
import { Invitation, OwnershipCode, Steps } from "./steps.tsx";
import { texts } from "./texts.ts";

export function Setup({ record }: { record: ChannelRecord }) {
  const trpc = useTRPC();
  const { ids } = useStore();
  const setup = useQuery(trpc.channels.setup.queryOptions(ids));
  if (setup.isLoadingError) return <LoadFailed message={setup.error.message} retry={() => void setup.refetch()} />;
  if (setup.isPending) return <Skeleton height={220} radius="md" />;
  if (!setup.data) return null;
  const { steps, liveSince, problem, items, widget, rehearsal } = setup.data;
  const { businessAccountId, verificationCode, locationId } = setup.data;
  const shownMessages = new Set(record.warnings.map(({ message }) => message));
  const details = (
    <>
      {problem && !shownMessages.has(problem.message) && <Notice tone="warning">{warningWords(problem)}</Notice>}
      <Steps
        steps={steps}
        shownMessages={shownMessages}
        invitation={<Invitation account={businessAccountId} locationId={locationId} code={verificationCode} />}
        ownership={<OwnershipCode locationId={locationId} code={verificationCode} />}
      />
      <LocationFacts setup={setup.data} storefrontUrl={liveSince ? null : record.storefrontUrl} />
      {items && <Counted items={items} />}
      <Widget widget={widget} />
      {rehearsal && <RehearsalStory rehearsal={rehearsal} />}
    </>
  );
  if (!liveSince) return details;
  return (
    <Live since={liveSince} storefrontUrl={record.storefrontUrl}>
      {details}
    </Live>
  );
}

export function CheckNow() {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const { ids } = useStore();
  const checking = useMutation(
    trpc.channels.check.mutationOptions({
      onSuccess: refresh,
      onError: ({ message }) => showToast({ isError: true, title: texts.check.failed, message }),
    }),
  );
  return (
    <WriteButton variant="default" isBusy={checking.isPending} onClick={() => checking.mutate(ids)}>
      {texts.check.button}
    </WriteButton>
  );
}

function Counted({ items }: { items: NonNullable<SearchSetup["items"]> }) {
  return (
    <section className={classes.part} aria-labelledby="counted-title">
      <h3 className={classes.title} id="counted-title">
        {texts.counted.title}
      </h3>
      <Counts
        label={texts.counted.label}
        counts={[
          [texts.counted.accepted, quantity(items.accepted)],
          [texts.counted.inStock, quantity(items.inStock)],
          [texts.counted.rejected, quantity(items.rejected)],
        ]}
      />
    </section>
  );
}

function LocationFacts({ setup, storefrontUrl }: { setup: SearchSetup; storefrontUrl: string | null }) {
  const { store } = useStore();
  const { locationId, storeCode, profile, checkedAt, nextCheckAt } = setup;
  const facts: [string, ReactNode][] = [
    [texts.location.id, locationId],
    [texts.location.storeCode, storeCode ?? texts.location.noStoreCode],
  ];
  if (profile) {
    facts.push([texts.location.profile, [profile.name, profile.address].filter(Boolean).join(", ")]);
    facts.push([texts.location.standing, texts.location.standings[profile.standing]]);
  }
  if (storefrontUrl) {
    facts.push([texts.location.storefront, <Storefront key="storefront" url={storefrontUrl} />]);
  }
  if (checkedAt) facts.push([texts.location.checked, exactMoment(checkedAt, store.timezone)]);
  if (nextCheckAt) facts.push([texts.location.nextCheck, exactMoment(nextCheckAt, store.timezone)]);
  return <Facts facts={facts} />;
}

function RehearsalStory({ rehearsal: { speed, story } }: { rehearsal: NonNullable<SearchSetup["rehearsal"]> }) {
  return (
    <Notice tone="info">
      <Text size="sm" fw={600}>
        {speed === 1 ? texts.demo : texts.fastDemo(quantity(speed))}
      </Text>
      {speaksEnglish() && story}
    </Notice>
  );
}

interface LiveProps {
  /** The time when the products began to show. */
  since: string;
  storefrontUrl: string | null;
  children: ReactNode;
}

/** The finished set-up of a live store, folded into one line. */
function Live({ since, storefrontUrl, children }: LiveProps) {
  const trpc = useTRPC();
  const { ids, store } = useStore();
  const [isOpen, { toggle }] = useDisclosure(false);
  const id = useId();
  // The table of products below asks for the same counts.
  const { data } = useQuery(trpc.listings.counts.queryOptions({ ...ids, type: "search" }));
  const { sent = 0, withdrawn = 0, ...others } = data ?? {};
  const all = Object.values(others).reduce((sum, count) => sum + count, sent);
  const shown = data ? ` · ${texts.live.shown(quantity(sent), quantity(all))}` : "";
  return (
    <div>
      <div className={classes.live}>
        <Text size="sm" fw={600}>
          {texts.live.since(day(since, store.timezone))}
          {shown}
        </Text>
        {storefrontUrl && <Storefront url={storefrontUrl} />}
        <UnstyledButton className={classes.fold} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          {isOpen ? texts.live.hide : texts.live.show}
          <IconChevronDown size={16} aria-hidden="true" data-open={isOpen || undefined} />
        </UnstyledButton>
      </div>
      <Collapse id={id} expanded={isOpen}>
        <Stack gap="md" pt="md">
          {children}
        </Stack>
      </Collapse>
    </div>
  );
}

function Storefront({ url }: { url: string }) {
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" size="sm" display="inline-block" py={{ base: 12, sm: 0 }}>
      {texts.storefront.link} <IconExternalLink size={14} aria-label={texts.storefront.newTab} />
    </Anchor>
  );
}

const words = texts.widget;

function Widget({ widget: { seenAt, token, missing } }: Pick<SearchSetup, "widget">) {
  const { store, apiUrl } = useStore();
  const [tone, label] = missing ? ["held", words.missing] : seenAt ? ["connected", words.seen] : ["", words.notSeen];
  return (
    <section className={classes.part} aria-labelledby="widget-title">
      <div className={classes.line}>
        <h3 className={classes.title} id="widget-title">
          {words.title}
        </h3>
        <span className={badge.badge} data-tone={tone}>
          {label}
        </span>
      </div>
      <Hint>{seenAt ? words.lastSeen(moment(seenAt, store.timezone)) : words.text}</Hint>
      <details className={classes.details}>
        <summary>{words.code}</summary>
        <Hint my="xs">{words.codeText}</Hint>
        <CopyBlock text={widgetSnippet(apiUrl, token)} label={words.copy} isCode />
      </details>
    </section>
  );
}

const widgetSnippet = (apiUrl: string, widgetToken: string): string =>
  `<script>
  fetch("${apiUrl}/v1/widget-sightings", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ widgetToken: "${widgetToken}" }),
    keepalive: true,
  });
</script>`;
