"use client";

import { Button, Code, Group, Text } from "@mantine/core";
import { IconPackageImport, IconSearchOff } from "@tabler/icons-react";
import Link from "next/link";
import { Blank } from "../frame/blank.tsx";
import { useStore } from "../shell/store-context.tsx";

/** No product matches the search and filters. */
export function NoMatch({ clear }: { clear: () => void }) {
  return (
    <Blank
      icon={<IconSearchOff size={28} stroke={1.6} />}
      title="No product matches"
      text="Try fewer letters, or show all products again."
    >
      <Button variant="default" onClick={clear}>
        Clear filters
      </Button>
    </Blank>
  );
}

/** Shown when the searched part of the products has no match. */
export function NoMatchYet({ look, clear }: { look: () => void; clear: () => void }) {
  return (
    <Blank
      icon={<IconSearchOff size={28} stroke={1.6} />}
      title="No match so far"
      text="This store has many products. Some of them are not searched yet."
    >
      <Group justify="center">
        <Button onClick={look}>Look further</Button>
        <Button variant="default" onClick={clear}>
          Clear filters
        </Button>
      </Group>
    </Blank>
  );
}

/** The store has no stock yet. Explains how to send stock. */
export function NoStockYet() {
  const { apiUrl, pathTo, ids } = useStore();
  const url = `${apiUrl}/v1/retailers/${ids.retailerId}/stores/${ids.storeId}/inventory/stock`;
  return (
    <Blank
      icon={<IconPackageImport size={28} stroke={1.6} />}
      title="No products yet"
      text="Your point of sale sends stock, or you upload a file with the columns barcode, price and quantity. You find both under Imports."
    >
      <Button component={Link} href={pathTo("imports")}>
        Go to Imports
      </Button>
      <Text size="sm" c="dimmed">
        With an API key, your till's support can send a first file like this:
      </Text>
      <Code block ta="left" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {`curl -X PUT -H 'Authorization: Bearer hs_…' -H 'Content-Type: text/csv' \\\n  --data-binary @stock.csv \\\n  ${url}`}
      </Code>
    </Blank>
  );
}
