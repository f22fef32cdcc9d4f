"use client";

import { Collapse, Stack, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { day, quantity } from "../frame/formats.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import classes from "./search.module.css";
import { Storefront } from "./storefront.tsx";
import { texts } from "./texts.ts";

const words = texts.live;

interface LiveProps {
  /** The time when the products began to show. */
  since: string;
  storefrontUrl: string | null;
  /** The finished set-up. */
  children: ReactNode;
}

/** The finished set-up of a live store, folded into one line. */
export function Live({ since, storefrontUrl, children }: LiveProps) {
  const trpc = useTRPC();
  const { ids, store } = useStore();
  const [isOpen, { toggle }] = useDisclosure(false);
  const id = useId();
  // The table of products below asks for the same counts.
  const { data } = useQuery(trpc.listings.counts.queryOptions({ ...ids, type: "search" }));
  const { sent = 0, withdrawn = 0, ...others } = data ?? {};
  const all = Object.values(others).reduce((sum, count) => sum + count, sent);
  const shown = data ? ` · ${words.shown(quantity(sent), quantity(all))}` : "";
  return (
    <div>
      <div className={classes.live}>
        <Text size="sm" fw={600}>
          {words.since(day(since, store.timezone))}
          {shown}
        </Text>
        {storefrontUrl && <Storefront url={storefrontUrl} />}
        <UnstyledButton className={classes.fold} aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          {isOpen ? words.hide : words.show}
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
