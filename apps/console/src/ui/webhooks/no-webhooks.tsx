"use client";

import { Button } from "@mantine/core";
import { IconWebhook } from "@tabler/icons-react";
import Link from "next/link";
import { Blank } from "../frame/blank.tsx";
import { useStore } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";

/** The store has no webhooks channel: its purpose, and a link to its form. */
export function NoWebhooks() {
  const { pathTo, may } = useStore();
  return (
    <Blank icon={<IconWebhook size={28} stroke={1.6} />} title={texts.none} text={texts.noneText}>
      {may("channels.enable") && (
        <Button component={Link} href={`${pathTo("channels")}&open=webhooks`}>
          {texts.setUp}
        </Button>
      )}
    </Blank>
  );
}
