"use client";

import { Button, Group } from "@mantine/core";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { IconBarcode } from "../parts/icons.tsx";
import { Blank } from "../parts/panel.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

/** What can be done about a code that no product of the shop has. */
export function UnknownCode({ code, children }: { code: string; children?: ReactNode }) {
  const { base, may } = useShop();
  const store = useSearchParams().get("store");
  const search = new URLSearchParams({ q: code.slice(0, 200) });
  return (
    <Blank
      icon={<IconBarcode size={28} stroke={1.6} />}
      title={texts.unknown(code.replace(/\p{Cc}/gu, " ").slice(0, 60))}
      text={texts.unknownText}
    >
      <Group justify="center">
        {may("inventory.putStock") && (
          <Button component={Link} href={`${base}/imports${store ? `?store=${store}` : ""}`}>
            {texts.addByFile}
          </Button>
        )}
        {children ?? (
          <Button component={Link} href={`${base}/products?${search}`} variant="default">
            {texts.search}
          </Button>
        )}
      </Group>
    </Blank>
  );
}
