"use client";

import type { FeedMapping } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Button, Group, Loader, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Notice } from "../frame/notice.tsx";
import panel from "../frame/panel.module.css";
import { DropFile } from "./drop-file.tsx";
import { FeedPreview } from "./feed-preview.tsx";
import { Sending } from "./sending.tsx";
import classes from "./upload.module.css";
import { UploadResult } from "./upload-result.tsx";
import { type Mode, useUpload } from "./use-upload.ts";

/**
 * The upload of a stock file: choose, preview, apply.
 * @param usualMode the preselected mode
 * @param remembered the columns that are remembered for the store
 */
export function Upload({ usualMode, remembered }: { usualMode: Mode; remembered: FeedMapping | undefined }) {
  const upload = useUpload();
  const { step } = upload;
  const top = useRef<HTMLElement>(null);
  const isAsked = step.name !== "choose";
  // The element with the focus disappeared with the step before.
  useEffect(() => {
    if (isAsked && step.name !== "send") top.current?.focus();
  }, [isAsked, step.name]);
  return (
    <section ref={top} tabIndex={-1} className={`${panel.panel} ${classes.upload}`} aria-labelledby="upload-title">
      <Title order={2} size="h4" id="upload-title">
        Upload a file
      </Title>
      {step.name === "choose" && <DropFile choose={upload.choose} />}
      {step.name === "look" && (
        <Group justify="space-between">
          <Group gap="sm" role="status">
            <Loader size="sm" />
            <Text size="sm">Reading {step.file.name}</Text>
          </Group>
          <Button variant="default" size="xs" onClick={upload.reset}>
            Cancel
          </Button>
        </Group>
      )}
      {step.name === "decide" && (
        <FeedPreview
          key={step.file.name}
          {...step}
          usualMode={step.rehearsed?.mode ?? usualMode}
          remembered={remembered}
          mapColumns={upload.mapColumns}
          apply={upload.apply}
          rehearse={upload.rehearse}
          cancel={upload.reset}
        />
      )}
      {step.name === "send" && <Sending {...step} cancel={upload.reset} />}
      {step.name === "done" && <UploadResult {...step} again={upload.reset} />}
      {step.name === "failed" && (
        <Stack gap="sm">
          <Notice tone="error">
            <Text size="sm" fw={600}>
              {step.file.name} was not taken. Nothing has changed.
            </Text>
            {step.problem.message}
          </Notice>
          <Group>
            <Button variant="default" onClick={upload.reset}>
              Choose another file
            </Button>
          </Group>
        </Stack>
      )}
    </section>
  );
}
