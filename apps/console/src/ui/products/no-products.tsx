"use client";

import { Button, Code, EmptyState, Text } from "@mantine/core";
import { IconPackageImport, IconSearchOff } from "@tabler/icons-react";
import panel from "../frame/panel.module.css";
import { useShop } from "../shell/shop-context.tsx";

/** Nothing matches what was asked for. */
export function NoMatch({ clear }: { clear: () => void }) {
  return (
    <div className={panel.panel}>
      <EmptyState
        py="xl"
        variant="light"
        icon={<IconSearchOff size={28} stroke={1.6} />}
        title="No product matches"
        description="Try fewer letters, or show all products again."
      >
        <EmptyState.Actions>
          <Button variant="default" onClick={clear}>
            Clear filters
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    </div>
  );
}

/** The store has had no stock yet: how it gets in. */
export function NoStockYet() {
  const { apiUrl, ids } = useShop();
  const url = `${apiUrl}/v1/retailers/${ids.retailerId}/stores/${ids.storeId}/inventory/stock`;
  return (
    <div className={panel.panel}>
      <EmptyState
        py="xl"
        px="md"
        variant="light"
        icon={<IconPackageImport size={28} stroke={1.6} />}
        title="No products yet"
        description="Stock comes in from your point of sale, or as a CSV file with the columns barcode, price and quantity."
      >
        <Text size="sm" c="dimmed" ta="center">
          Whoever looks after your till can send a first file like this, with an API key:
        </Text>
        <Code block maw="100%" ta="left">
          {`curl -X PUT -H 'Authorization: Bearer hs_…' -H 'Content-Type: text/csv' \\\n  --data-binary @stock.csv \\\n  ${url}`}
        </Code>
      </EmptyState>
    </div>
  );
}
