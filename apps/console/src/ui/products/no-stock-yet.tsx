"use client";

import { Button, Code, Text } from "@mantine/core";
import { IconPackageImport } from "@tabler/icons-react";
import Link from "next/link";
import { Blank } from "../frame/blank.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { useChosenStore } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";

/** There is no stock yet. Explains how to send stock. */
export function NoStockYet() {
  const { apiUrl, base, retailerId, stores } = useShop();
  const storeId = useChosenStore()?.id ?? stores.data[0]?.id;
  const url = `${apiUrl}/v1/retailers/${retailerId}/stores/${storeId}/inventory/stock`;
  const command = `curl -X PUT -H 'Authorization: Bearer hs_…' -H 'Content-Type: text/csv' \\\n  --data-binary @stock.csv \\\n  ${url}`;
  return (
    <Blank icon={<IconPackageImport size={28} stroke={1.6} />} title={texts.noStock} text={texts.noStockText}>
      <Button component={Link} href={storeId ? `${base}/imports?store=${storeId}` : `${base}/imports`}>
        {texts.toImports}
      </Button>
      {storeId && (
        <>
          <Text size="sm" c="dimmed">
            {texts.forSupport}
          </Text>
          <Code block ta="left" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
            {command}
          </Code>
        </>
      )}
    </Blank>
  );
}
