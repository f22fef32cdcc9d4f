"use client";

import { useState } from "react";
import { CodeForm } from "./code-form.tsx";
import { PasswordForm } from "./password-form.tsx";

interface SignInStepsProps {
  /** The only address that may sign in. */
  email?: string;
  entered: () => void;
  onStep?: (needsCode: boolean) => void;
}

/** The two steps of sign-in: the password, and a code if the account needs one. */
export function SignInSteps({ email, entered, onStep }: SignInStepsProps) {
  const [needsCode, setNeedsCode] = useState(false);
  const [expired, setExpired] = useState<string>();
  const step = (code: boolean) => {
    setNeedsCode(code);
    onStep?.(code);
  };
  const again = (message?: string) => {
    setExpired(message);
    step(false);
  };
  return needsCode ? (
    <CodeForm entered={entered} again={again} />
  ) : (
    <PasswordForm email={email} entered={entered} askForCode={() => step(true)} notice={expired} />
  );
}
