"use client";

import { CopyText } from "../frame/copy-text.tsx";
import classes from "./steps.module.css";
import { texts } from "./texts.ts";

const words = texts.invitation;

interface InvitationProps {
  /** The account to invite. */
  account: string;
  locationId: string;
  /** The code that the owner adds to the labels of the profile. */
  code: string;
}

/** Explains how to invite our account to the business profile. */
export function Invitation({ account, locationId, code }: InvitationProps) {
  return (
    <div className={classes.invitation}>
      <ol>
        <li>{words.open(locationId)}</li>
        <li>
          {words.addAccount}
          <CopyText text={account} what={words.account} />
        </li>
        <li>
          {words.addCode}
          <CopyText text={code} what={words.code} />
        </li>
        <li>{words.rest}</li>
      </ol>
    </div>
  );
}

/** Explains how to claim a location that another store names or has. */
export function OwnershipCode({ locationId, code }: Omit<InvitationProps, "account">) {
  return (
    <div className={classes.invitation}>
      <ol>
        <li>{words.open(locationId)}</li>
        <li>
          {texts.ownership.addCode}
          <CopyText text={code} what={words.code} />
        </li>
        <li>{texts.ownership.check}</li>
      </ol>
    </div>
  );
}
