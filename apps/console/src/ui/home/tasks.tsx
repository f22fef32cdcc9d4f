"use client";

import type { Task, Tasks as TaskList } from "@highstreet/router/features/overview/overview.schema.ts";
import { Button, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import Link from "next/link";
import { lasted } from "../frame/formats.ts";
import { Panel } from "../frame/panel.tsx";
import { useShop } from "../shell/shop-context.tsx";
import classes from "./home.module.css";
import { taskWords, texts } from "./texts.ts";

/** The tasks of the shop, the most urgent first. */
export function Tasks({ data, total }: TaskList) {
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
            <TaskRow key={`${task.kind} ${task.store.id} ${task.channel}`} task={task} />
          ))}
        </ul>
      )}
      {data.length < total && (
        <Text size="sm" c="dimmed">
          {texts.more(data.length, total)}
        </Text>
      )}
    </Panel>
  );
}

function TaskRow({ task }: { task: Task }) {
  const { base } = useShop();
  const { title, action, page, query = "", tone } = taskWords[task.kind];
  const { store, reason, since } = task;
  return (
    <li className={classes.task}>
      <IconAlertTriangle size={20} stroke={1.8} aria-hidden="true" className={classes.icon} data-tone={tone} />
      <div className={classes.words}>
        <span className={classes.title}>{title(task)}</span>
        <span className={classes.where} suppressHydrationWarning>
          {since ? `${store.name} · ${texts.lasts(lasted(since))}` : store.name}
        </span>
        {reason && <span className={classes.reason}>{reason}</span>}
      </div>
      <Button
        component={Link}
        href={`${base}/${page}?store=${store.id}${query}`}
        variant="default"
        className={classes.action}
        aria-label={`${action}: ${store.name}`}
      >
        {action}
      </Button>
    </li>
  );
}
