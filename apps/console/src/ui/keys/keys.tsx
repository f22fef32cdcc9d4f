"use client";

import { Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../frame/load-failed.tsx";
import page from "../frame/page.module.css";
import { PageHead } from "../frame/page-head.tsx";
import { PageSkeleton } from "../frame/page-skeleton.tsx";
import { Panel } from "../frame/panel.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { Turn } from "../frame/turn.tsx";
import { CreateKey } from "./create-key.tsx";
import { KeyTable } from "./key-table.tsx";
import { texts } from "./texts.ts";

/** The partner's API keys. */
export function Keys() {
  const trpc = useTRPC();
  const [after, setAfter] = useState<string>();
  const input = { page: { size: 50, ...(after !== undefined && { after }) } };
  const { data, error, refetch, isPlaceholderData } = useQuery(
    trpc.keys.list.queryOptions(input, { placeholderData: keepPreviousData }),
  );
  return (
    <div className={page.page}>
      <PageHead help="api-keys" title={texts.title} text={texts.text}>
        <CreateKey />
      </PageHead>
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && (
        <Panel title={texts.keys}>
          {data.data.length === 0 ? (
            <Text size="sm" c="dimmed">
              {texts.none}
            </Text>
          ) : (
            <KeyTable keys={data.data} isOld={isPlaceholderData} />
          )}
          <Turn page={data} isOld={isPlaceholderData} to={setAfter} />
        </Panel>
      )}
    </div>
  );
}
