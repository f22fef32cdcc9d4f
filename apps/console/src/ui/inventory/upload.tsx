"use client";

import type { FeedMapping } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Button, Group, Loader, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Notice } from "../frame/notice.tsx";
import panel from "../frame/panel.module.css";
import { DropFile } from "./drop-file.tsx";
import { FeedPreview } from "./feed-preview.tsx";
import { Sending } from "./sending.tsx";
import { texts } from "./texts.ts";
import classes from "./upload.module.css";
import { UploadResult } from "./upload-result.tsx";
import { type Mode, useUpload } from "./use-upload.ts";

const words = texts.upload;

/**
 * The upload of a stock file: choose, preview, apply.
 * @param usualMode the preselected mode
 * @param remembered the columns that are remembered for the store
 */
export function Upload({ usualMode, remembered }: { usualMode: Mode; remembered: FeedMapping | undefined }) {
  const upload = useUpload(usualMode, remembered);
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
        {words.title}
      </Title>
      {step.name === "choose" && <DropFile choose={upload.choose} />}
      {step.name === "look" && (
        <Group justify="space-between">
          <Group gap="sm" role="status">
            <Loader size="sm" />
            <Text size="sm">{words.reading(step.file.name)}</Text>
          </Group>
          <Button variant="default" size="xs" onClick={upload.cancel}>
            {words.cancel}
          </Button>
        </Group>
      )}
      {step.name === "decide" && (
        <FeedPreview
          {...step}
          choices={upload.choices}
          change={upload.change}
          hasRemembered={remembered !== undefined}
          mapColumns={upload.mapColumns}
          apply={upload.apply}
          rehearse={upload.rehearse}
          cancel={upload.cancel}
        />
      )}
      {step.name === "send" && <Sending {...step} file={step.decided.file} cancel={upload.cancel} />}
      {step.name === "done" && <UploadResult {...step} again={upload.cancel} />}
      {step.name === "failed" && (
        <Stack gap="sm">
          <Notice tone="error">
            <Text size="sm" fw={600}>
              {words.failed(step.file.name)}
            </Text>
            {step.problem.message}
          </Notice>
          <Group gap="sm">
            {step.retry && <Button onClick={step.retry}>{texts.tryAgain}</Button>}
            <Button variant="default" onClick={upload.cancel}>
              {words.chooseOther}
            </Button>
          </Group>
        </Stack>
      )}
    </section>
  );
}
