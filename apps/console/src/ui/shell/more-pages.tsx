"use client";

import { Drawer } from "@mantine/core";
import { useOpenAfterMount } from "../frame/use-popup.ts";
import { SectionLinks } from "./section-links.tsx";
import { texts } from "./texts.ts";

/** The pages of the shop that the bar at the foot of a phone has no room for. */
export function MorePages({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Drawer
      opened={useOpenAfterMount(isOpen)}
      onClose={close}
      title={texts.more}
      position="bottom"
      size="auto"
      radius="lg"
    >
      <SectionLinks onFollow={close} />
    </Drawer>
  );
}
