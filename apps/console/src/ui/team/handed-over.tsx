"use client";

import type { HandedOver } from "@highstreet/router/features/staff/team.schema.ts";
import { Button, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { CopyBlock } from "../frame/copy-block.tsx";
import { texts } from "./texts.ts";

/** Says that an e-mail is on its way, or shows the link where no e-mail is configured. */
export function showHandedOver({ email, link }: HandedOver): void {
  if (link === null) {
    notifications.show({ message: texts.sent(email) });
    return;
  }
  modals.open({
    title: texts.linkFor(email),
    size: "lg",
    closeOnClickOutside: false,
    closeOnEscape: false,
    children: (
      <Stack>
        <Text size="sm">{texts.linkText}</Text>
        <CopyBlock text={link} label={texts.copyLink} />
        <Group justify="end">
          <Button onClick={modals.closeAll} data-autofocus>
            {texts.copied}
          </Button>
        </Group>
      </Stack>
    ),
  });
}
