"use client";

import { CopyText } from "../frame/copy-text.tsx";
import classes from "./steps.module.css";

/** How a retailer lets us into its business profile. `account`: whom to invite. */
export function Invitation({ account, locationId }: { account: string; locationId: string }) {
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
        <li>Leave the rest to us: we look for the invitation every minute, accept it, and go on by ourselves.</li>
      </ol>
    </div>
  );
}
