"use client";

import { Kbd, UnstyledButton } from "@mantine/core";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { IconBuildingStore, IconSearch } from "../parts/icons.tsx";
import { Notice } from "../parts/notice.tsx";
import { Picker } from "../parts/picker.tsx";
import { Wordmark } from "../parts/wordmark.tsx";
import { texts as serverWords } from "../server-words/texts.ts";
import { LiveUpdates } from "./live-updates.tsx";
import { PhoneBar, SectionLinks } from "./navigation.tsx";
import classes from "./shell.module.css";
import { useShop } from "./shop-context.tsx";
import { texts } from "./texts.ts";
import { useFindShops } from "./use-find.ts";
import { UserMenu } from "./user-menu.tsx";

/** The frame of a shop's pages: a side bar or, up to 768 px, a top bar and a bar at the foot. */
export function Shell({ find, bell, children }: { find: () => void; bell: ReactNode; children: ReactNode }) {
  const { me, retailerId } = useShop();
  return (
    <div className={classes.frame}>
      <a href="#content" className="skip">
        {texts.skip}
      </a>
      <header className={classes.head}>
        <ShopSwitcher />
        <UnstyledButton className={classes.headFind} aria-label={texts.find} onClick={find}>
          <IconSearch size={20} stroke={1.7} aria-hidden="true" />
        </UnstyledButton>
        {bell}
        <UserMenu />
      </header>
      <header className={classes.side}>
        <div className={classes.top}>
          <Link href="/" className={classes.home}>
            <Wordmark />
          </Link>
          {bell}
        </div>
        <ShopSwitcher />
        <UnstyledButton className={classes.find} onClick={find}>
          <IconSearch size={18} stroke={1.7} aria-hidden="true" />
          {texts.find}
          <Kbd size="xs" aria-hidden="true" className={classes.key}>
            {texts.findKeys}
          </Kbd>
        </UnstyledButton>
        <SectionLinks />
        <div className={classes.user}>
          <UserMenu />
        </div>
      </header>
      <div className={classes.foot}>
        <PhoneBar />
      </div>
      <main id="content" tabIndex={-1} className={classes.main}>
        <div className={classes.content}>
          {me.sandboxWarning && (
            <div className={classes.warning}>
              <Notice tone="warning">{serverWords.sandbox}</Notice>
            </div>
          )}
          <LiveUpdates key={retailerId} />
          {children}
        </div>
      </main>
    </div>
  );
}

function ShopSwitcher() {
  const { retailer } = useShop();
  const router = useRouter();
  const [q, setQ] = useState("");
  const { shops, isLoading } = useFindShops(q);
  return (
    <Picker
      icon={<IconBuildingStore size={20} stroke={1.7} />}
      search={texts.findShop}
      choices={shops.map(({ id, name }) => ({ value: id, name }))}
      current={retailer.id}
      isLoading={isLoading}
      onSearch={setQ}
      onChoose={(id) => router.push(`/shops/${id}`)}
    >
      {retailer.name} {retailer.isTest && <span className={classes.test}>{texts.test}</span>}
    </Picker>
  );
}
