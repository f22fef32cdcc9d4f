"use client";

import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import Link from "next/link";
import type { StaffSecurity } from "../../server/staff-access.ts";
import { PageHead } from "../frame/page-head.tsx";
import { Wordmark } from "../frame/wordmark.tsx";
import classes from "./account.module.css";
import { ChangePassword } from "./change-password.tsx";
import { SignInCodes } from "./sign-in-codes.tsx";
import { texts } from "./texts.ts";

/** The account page: second factor and password. */
export function Account({ security, back }: { security: StaffSecurity; back: string }) {
  return (
    <main className={classes.page}>
      <div className={classes.bar}>
        <Wordmark />
        <Button
          component={Link}
          href={back}
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
        >
          {texts.back}
        </Button>
      </div>
      <PageHead help="your-account" title={texts.title} text={`${security.name} · ${security.email}`} />
      <SignInCodes recoveryCodes={security.recoveryCodes} />
      <ChangePassword />
    </main>
  );
}
