"use client";

import { CopyText } from "../frame/copy-text.tsx";
import classes from "./steps.module.css";

interface InvitationProps {
  /** Whom to invite. */
  account: string;
  locationId: string;
  /** What the owner adds to the labels of the profile. */
  code: string;
}

/** How a retailer lets us into its business profile. */
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
        <li>Leave the rest to us: we look for the invitation every minute, accept it, and go on by ourselves.</li>
      </ol>
    </div>
  );
}

/** How a retailer says that a location, which others name or have, is its store's. */
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
        <li>Press “Check now”, or wait: we look for the code at each check.</li>
      </ol>
    </div>
  );
}
