"use client";

import { useState } from "react";
import { makeRecoveryCodes } from "../sign-in/session-client.ts";
import { ProofForm } from "./proof-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** Creates and shows new recovery codes. */
export function NewRecoveryCodes({ done }: { done: () => void }) {
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} done={done} />;
  return <ProofForm label="Make new codes" prove={makeRecoveryCodes} proven={setCodes} cancel={done} />;
}
