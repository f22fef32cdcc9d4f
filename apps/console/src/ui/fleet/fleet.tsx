"use client";

import { Box, Button, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { LoadFailed } from "../frame/load-failed.tsx";
import { Notice } from "../frame/notice.tsx";
import { PageHead } from "../frame/page-head.tsx";
import { PageSkeleton } from "../frame/page-skeleton.tsx";
import { Panel } from "../frame/panel.tsx";
import { SearchInput } from "../frame/search-input.tsx";
import { useTRPC } from "../frame/trpc.ts";
import classes from "./fleet.module.css";
import { FleetTable } from "./fleet-table.tsx";
import { texts } from "./texts.ts";

/** Every shop and store of the partner, the worst first. */
export function Fleet({ partner }: { partner: string }) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 250);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    trpc.fleet.list.queryOptions({ q }, { placeholderData: keepPreviousData, refetchInterval: 60_000 }),
  );
  const worst = data?.rows.filter(({ problems }) => problems.length > 0).length ?? 0;
  return (
    <>
      <PageHead help="all-shops" title={texts.title} text={texts.text(partner)}>
        <Button component={Link} href="/fleet/new" size="md" leftSection={<IconPlus size={18} aria-hidden="true" />}>
          {texts.newShop}
        </Button>
      </PageHead>
      <div className={classes.search}>
        <SearchInput
          value={typed}
          onChange={setTyped}
          label={texts.search}
          placeholder={texts.search}
          maxLength={200}
        />
      </div>
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && (
        <Panel title={texts.table} text={texts.needAttention(worst, data.rows.length)}>
          {data.isCut && (
            <Box mb="md">
              <Notice tone="info">{texts.cut}</Notice>
            </Box>
          )}
          {data.rows.length > 0 && <FleetTable rows={data.rows} isOld={isPlaceholderData} />}
          {data.rows.length === 0 && !isPlaceholderData && (
            <Text size="sm" c="dimmed" role="status">
              {q ? texts.nothing : texts.none}
            </Text>
          )}
        </Panel>
      )}
    </>
  );
}
