"use client";

import { Box, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import page from "../parts/page.module.css";
import { PageHead } from "../parts/page-head.tsx";
import { Panel } from "../parts/panel.tsx";
import { texts as shared } from "../parts/texts.ts";
import { useTRPC } from "../parts/trpc.ts";
import { StoreChip, StoreList } from "../shell/choose-store.tsx";
import { LatestFile } from "./file-of-stores.tsx";
import { readingOf } from "./map-columns.tsx";
import { SourcePanel } from "./source-panel.tsx";
import { texts } from "./texts.ts";
import { ProductUpload, Upload } from "./upload.tsx";
import { useFiles } from "./use-files.ts";

const words = texts.allStores;

/** The Imports page of all stores: one file for all of them. */
export function FilesOfAllStores() {
  const trpc = useTRPC();
  const { retailerId, mayUpload, whyNot } = useFiles();
  const { data: source, error, refetch } = useQuery(trpc.inventory.getFileSource.queryOptions({ retailerId }));
  return (
    <div className={page.page}>
      <PageHead help="imports" store={<StoreChip store={null} hasAll />} title={texts.title} text={words.pageText} />
      {!mayUpload && (
        <Box mb="md">
          <Notice tone="info">{whyNot}</Notice>
        </Box>
      )}
      <Stack gap="md">
        {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
        {!error && !source && (
          <Stack gap="md" role="status" aria-label={shared.loading}>
            <Skeleton height={150} radius="lg" />
            <Skeleton height={220} radius="lg" />
          </Stack>
        )}
        {source && (
          <>
            <SourcePanel source={source} files={[]} />
            <Upload
              usualMode={source.parameters.mode === "replace" ? "replace" : "update"}
              remembered={readingOf(source).columns}
            />
            {source.latestFile && <LatestFile fileId={source.latestFile.id} />}
          </>
        )}
        <Panel title={words.oneStore} text={words.oneStoreText}>
          <StoreList />
        </Panel>
        <ProductUpload />
      </Stack>
    </div>
  );
}
