"use client";

import { Button, Code } from "@mantine/core";
import Link from "next/link";
import { Hint } from "../parts/hint.tsx";
import { IconPackageImport, IconSearchOff } from "../parts/icons.tsx";
import { Blank } from "../parts/panel.tsx";
import { UnknownCode } from "../scan/unknown-code.tsx";
import { isCode } from "../scan/use-open-code.ts";
import { NoStoreYet } from "../shell/choose-store.tsx";
import { useChosenStore, useShop } from "../shell/shop-context.tsx";
import { noFilters, type ProductFilters, queryOf } from "./product-address.ts";
import { texts } from "./texts.ts";

export function NoMatch({ filters, clear }: { filters: ProductFilters; clear: () => void }) {
  const button = (
    <Button variant="default" onClick={clear}>
      {texts.clear}
    </Button>
  );
  const isOnlySearched = queryOf({ ...noFilters, store: filters.store, q: filters.q }) === queryOf(filters);
  if (isOnlySearched && isCode(filters.q)) return <UnknownCode code={filters.q}>{button}</UnknownCode>;
  return (
    <Blank icon={<IconSearchOff size={28} stroke={1.6} />} title={texts.noMatch} text={texts.noMatchText}>
      {button}
    </Blank>
  );
}

export function NoStockYet() {
  const { apiUrl, base, retailerId, stores } = useShop();
  const storeId = useChosenStore()?.id ?? stores.data[0]?.id;
  if (stores.total === 0) return <NoStoreYet />;
  const url = `${apiUrl}/v1/retailers/${retailerId}/stores/${storeId}/inventory/stock`;
  const command = `curl -X PUT -H 'Authorization: Bearer hs_…' -H 'Content-Type: text/csv' \\\n  --data-binary @stock.csv \\\n  ${url}`;
  return (
    <Blank icon={<IconPackageImport size={28} stroke={1.6} />} title={texts.noStock} text={texts.noStockText}>
      <Button component={Link} href={storeId ? `${base}/imports?store=${storeId}` : `${base}/imports`}>
        {texts.toImports}
      </Button>
      {storeId && (
        <>
          <Hint>{texts.forSupport}</Hint>
          <Code block ta="left" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
            {command}
          </Code>
        </>
      )}
    </Blank>
  );
}
