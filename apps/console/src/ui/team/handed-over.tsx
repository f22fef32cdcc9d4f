"use client";

import type { HandedOver } from "@highstreet/router/features/staff/team.schema.ts";
import { Button, Group, Stack, Text } from "@mantine/core";
import { CopyBlock } from "../frame/copy-block.tsx";
import { closeDialog, openDialog } from "../frame/dialogs.ts";
import { showToast } from "../frame/toasts.ts";
import { texts } from "./texts.ts";

/** Says that an e-mail is on its way, or shows the link where no e-mail is configured. */
export function showHandedOver({ email, link }: HandedOver): void {
  if (link === null) {
    showToast({ message: texts.sent(email) });
    return;
  }
  openDialog({
    title: texts.linkFor(email),
    content: (
      <Stack>
        <Text size="sm">{texts.linkText}</Text>
        <CopyBlock text={link} label={texts.copyLink} />
        <Group justify="end">
          <Button onClick={closeDialog} data-autofocus>
            {texts.copied}
          </Button>
        </Group>
      </Stack>
    ),
  });
}
