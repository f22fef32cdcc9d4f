"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { PageHead } from "../parts/page-head.tsx";
import panel from "../parts/panel.module.css";
import { useTRPC } from "../parts/trpc.ts";
import { ShopFields } from "../settings/shop-form.tsx";
import { texts } from "./texts.ts";

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
          saved={creating.data}
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
