"use client";

import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { sentenceOf } from "../history/operation-words.ts";
import { authorOf } from "../history/texts.ts";
import { ago } from "../parts/formats.ts";
import { Panel } from "../parts/panel.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { useChosenStore, useShop } from "../shell/shop-context.tsx";
import classes from "./home.module.css";
import { changesInput } from "./home-input.ts";
import { texts } from "./texts.ts";

/** The newest operations of the last seven days. */
export function Changes() {
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
      {changes.data.data.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.changes.none}
        </Text>
      )}
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
