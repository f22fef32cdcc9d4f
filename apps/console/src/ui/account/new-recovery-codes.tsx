"use client";

import { useState } from "react";
import { makeRecoveryCodes } from "../sign-in/session-client.ts";
import { ProofForm } from "./proof-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { texts } from "./texts.ts";

/** Creates and shows new recovery codes. */
export function NewRecoveryCodes({ done }: { done: () => void }) {
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} done={done} />;
  return <ProofForm label={texts.recovery.make} prove={makeRecoveryCodes} proven={setCodes} cancel={done} />;
}
