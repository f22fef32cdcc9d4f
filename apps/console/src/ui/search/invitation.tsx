"use client";

import { CopyText } from "../frame/copy-text.tsx";
import classes from "./steps.module.css";

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
        <li>
          Open the business profile as its owner, and choose the location <b>{locationId}</b>.
        </li>
        <li>
          Under “People and access” add this account as a manager:
          <CopyText text={account} what="account" />
        </li>
        <li>
          If several businesses may name this location, add this code to the labels of the profile:
          <CopyText text={code} what="code" />
        </li>
        <li>We do the rest: we check for the invitation every minute, accept it and continue.</li>
      </ol>
    </div>
  );
}

/** Explains how to claim a location that another store names or has. */
export function OwnershipCode({ locationId, code }: Omit<InvitationProps, "account">) {
  return (
    <div className={classes.invitation}>
      <ol>
        <li>
          Open the business profile as its owner, and choose the location <b>{locationId}</b>.
        </li>
        <li>
          Add this code to the labels of the profile:
          <CopyText text={code} what="code" />
        </li>
        <li>Press “Check now”, or wait. Each check looks for the code.</li>
      </ol>
    </div>
  );
}
