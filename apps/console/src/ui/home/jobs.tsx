"use client";

import type { Job, Jobs as JobList } from "@highstreet/router/features/overview/overview.schema.ts";
import { Button, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import Link from "next/link";
import { ago } from "../frame/formats.ts";
import { Panel } from "../frame/panel.tsx";
import { useShop } from "../shell/shop-context.tsx";
import classes from "./home.module.css";
import { jobWords, texts } from "./texts.ts";

/** The tasks of the shop, the most urgent first. */
export function Jobs({ data, total }: JobList) {
  return (
    <Panel title={total === 0 ? texts.nothing : texts.tasks}>
      {total === 0 ? (
        <p className={classes.nothing}>
          <IconCircleCheck size={20} aria-hidden="true" />
          {texts.nothingText}
        </p>
      ) : (
        <ul className={classes.jobs} aria-label={texts.tasks}>
          {data.map((job) => (
            <JobRow key={`${job.kind} ${job.store.id} ${job.channel}`} job={job} />
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

function JobRow({ job }: { job: Job }) {
  const { base } = useShop();
  const { title, action, page, query = "", tone } = jobWords[job.kind];
  const { store, reason, since } = job;
  return (
    <li className={classes.job}>
      <IconAlertTriangle size={20} stroke={1.8} aria-hidden="true" className={classes.icon} data-tone={tone} />
      <div className={classes.words}>
        <span className={classes.title}>{title(job)}</span>
        <span className={classes.where}>
          {store.name}
          {since && ` · ${texts.since(ago(since))}`}
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
