"use client";

import { Kbd, Modal, Table, Text } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { type ReactNode, useEffect } from "react";
import { Bell } from "../bell/bell.tsx";
import { startOffline } from "../offline/offline-page.ts";
import { isDialogOpen } from "../parts/dialogs.tsx";
import { usePageKeys } from "../parts/use-page-keys.ts";
import { Scan } from "../scan/scan.tsx";
import { Shell } from "../shell/shell.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { GoTo } from "./go-to.tsx";
import { texts } from "./texts.ts";

/** The frame of a shop's pages, with what works on each of them: Ctrl+K, the keys and a scanner. */
export function ShopFrame({ children }: { children: ReactNode }) {
  const { retailerId } = useShop();
  const [isFinding, finding] = useDisclosure(false);
  const [isListing, listing] = useDisclosure(false);
  useHotkeys([["mod+K", () => !isDialogOpen() && finding.open()]], []);
  useEffect(() => {
    // Without a worker the console works as before.
    startOffline().catch(() => undefined);
  }, []);
  usePageKeys({ "?": listing.open });
  return (
    <>
      <Shell find={finding.open} bell={<Bell retailerId={retailerId} />}>
        {children}
      </Shell>
      <GoTo isOpen={isFinding} close={finding.close} />
      <KeyList isOpen={isListing} close={listing.close} />
      <Scan />
    </>
  );
}

function KeyList({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const { title, list, scanner } = texts.keys;
  return (
    <Modal opened={isOpen} onClose={close} title={title}>
      <Table>
        <Table.Tbody>
          {list.map(([key, text]) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">
                <Kbd>{key}</Kbd>
              </Table.Th>
              <Table.Td>{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" mt="md">
        {scanner}
      </Text>
    </Modal>
  );
}
