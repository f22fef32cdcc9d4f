"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { PageHead } from "../frame/page-head.tsx";
import panel from "../frame/panel.module.css";
import { useTRPC } from "../frame/trpc.ts";
import { ShopFields } from "../settings/shop-fields.tsx";
import { texts } from "./texts.ts";

/** The form of a new shop. It leads into the set-up of the shop. */
export function NewShop() {
  const trpc = useTRPC();
  const router = useRouter();
  const creating = useMutation(
    trpc.retailers.create.mutationOptions({ onSuccess: ({ id }) => router.push(`/shops/${id}/setup`) }),
  );
  return (
    <>
      <PageHead help="all-shops" title={texts.newShop} text={texts.newShopText} />
      <div className={`${panel.panel} ${panel.part}`}>
        <ShopFields
          mayEdit
          save={(body) => creating.mutate({ body })}
          // The next page is on its way.
          isPending={creating.isPending || creating.isSuccess}
          error={creating.error}
          submit={texts.create}
        />
      </div>
      <Button component={Link} href="/fleet" variant="default" size="md" mt="md" mih={44}>
        {texts.back}
      </Button>
    </>
  );
}
