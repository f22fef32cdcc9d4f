"use client";

import type { Task, Tasks as TaskList } from "@highstreet/router/features/overview/overview.schema.ts";
import { Button, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { texts as endpoints } from "../endpoints/texts.ts";
import { sentenceOf } from "../history/operation-words.ts";
import { authorOf } from "../history/texts.ts";
import { ago, lasted } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { IconAlertTriangle, IconCircleCheck } from "../parts/icons.tsx";
import { LoadFailed } from "../parts/notice.tsx";
import page from "../parts/page.module.css";
import { PageHead } from "../parts/page-head.tsx";
import { Panel } from "../parts/panel.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { listingWords, warningWords } from "../server-words/server-words.ts";
import { SetupCard } from "../setup/setup-card.tsx";
import { useChosenStore, useShop } from "../shell/shop-context.tsx";
import { StoreTable } from "../stores/store-table.tsx";
import { Flow } from "./flow.tsx";
import classes from "./home.module.css";
import { changesInput, homeStores } from "./home-input.ts";
import { taskPath, taskWords, texts } from "./texts.ts";

export function Home() {
  const trpc = useTRPC();
  const { retailer, retailerId, base, stores: first } = useShop();
  const tasks = useQuery(trpc.overview.tasks.queryOptions({ retailerId }));
  const stores = useQuery(trpc.overview.stores.queryOptions(homeStores(retailerId)));
  const setup = useQuery(trpc.overview.setup.queryOptions({ retailerId }));
  const queries = [tasks, stores, setup];
  // Without a store, the set-up is all there is to do.
  const hasStore = first.total > 0;
  const failed = queries.find(({ error }) => error)?.error;
  return (
    <div className={page.page}>
      <PageHead help="home" title={texts.title} text={retailer.name} />
      <Stack gap="md">
        {failed && (
          <LoadFailed
            message={failed.message}
            retry={() => void Promise.all(queries.map(({ refetch }) => refetch()))}
          />
        )}
        {setup.data && !retailer.isOfStores && <SetupCard setup={setup.data} />}
        {hasStore && (tasks.data ? <Tasks {...tasks.data} /> : !failed && <Skeleton height={180} radius="lg" />)}
        {hasStore && <Flow />}
        {hasStore && stores.data && (
          <Panel
            title={texts.stores}
            aside={
              <Button component={Link} href={`${base}/stores`} variant="subtle" size="compact-md">
                {texts.allStores}
              </Button>
            }
          >
            <StoreTable stores={stores.data.data} />
          </Panel>
        )}
        {hasStore && <Changes />}
        {hasStore && !stores.data && !failed && <Skeleton height={220} radius="lg" />}
      </Stack>
    </div>
  );
}

function Tasks({ data, total }: TaskList) {
  return (
    <Panel title={total === 0 ? texts.nothing : texts.needsAttention}>
      {total === 0 ? (
        <p className={classes.nothing}>
          <IconCircleCheck size={20} aria-hidden="true" />
          {texts.nothingText}
        </p>
      ) : (
        <ul className={classes.tasks} aria-label={texts.needsAttention}>
          {data.map((task) => (
            <TaskRow key={`${task.kind} ${task.store.id} ${task.channel ?? task.endpointId}`} task={task} />
          ))}
        </ul>
      )}
      {data.length < total && <Hint>{texts.more(data.length, total)}</Hint>}
    </Panel>
  );
}

const reasonWords = (kind: Task["kind"], { code, ...said }: NonNullable<Task["reason"]>): string =>
  kind === "products_rejected" ? listingWords({ code, ...said }) : warningWords({ id: code, ...said });

function TaskRow({ task }: { task: Task }) {
  const { retailerId } = useShop();
  const { title, action, tone } = taskWords(task);
  const { store, endpointId, endpointName, reason, since } = task;
  const place = endpointId ? (endpointName ?? endpoints.title) : store.name;
  return (
    <li className={classes.task}>
      <IconAlertTriangle size={20} stroke={1.8} aria-hidden="true" className={classes.icon} data-tone={tone} />
      <div className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.where} suppressHydrationWarning>
          {since ? `${place} · ${texts.lasts(lasted(since))}` : place}
        </span>
        {reason && <span className={classes.reason}>{reasonWords(task.kind, reason)}</span>}
      </div>
      <Button
        component={Link}
        href={taskPath(task, retailerId, store.id)}
        variant="default"
        className={classes.action}
        aria-label={`${action}: ${place}`}
      >
        {action}
      </Button>
    </li>
  );
}

/** The newest operations of the last seven days. */
function Changes() {
  const trpc = useTRPC();
  const { retailerId, base } = useShop();
  const store = useChosenStore();
  const changes = useQuery(trpc.history.listOperations.queryOptions(changesInput(retailerId, store?.id)));
  const query = store ? `store=${store.id}` : "";
  if (!changes.data) return null;
  return (
    <Panel
      title={texts.changes.title}
      aside={
        <Button component={Link} href={`${base}/history?${query}`} variant="subtle" size="compact-md">
          {texts.changes.all}
        </Button>
      }
    >
      {changes.data.data.length === 0 && <Hint>{texts.changes.none}</Hint>}
      <ul className={classes.tasks}>
        {changes.data.data.map((operation) => (
          <li key={operation.id} className={classes.change}>
            <Link href={`${base}/history?${query}&operation=${operation.id}`}>
              <b>{authorOf(operation.lead)}</b> {sentenceOf(operation)}
            </Link>
            <span className={classes.where} suppressHydrationWarning>
              {ago(operation.lead.at)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
