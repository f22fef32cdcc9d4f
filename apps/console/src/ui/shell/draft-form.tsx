"use client";

import { type ComponentProps, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { changedFrom, draftKey, fillIn, keepDraft, readDraft, type Typed, typedIn } from "../parts/drafts.ts";
import { problemIn, Unsaved } from "../parts/form.tsx";
import { useLeaveGuard } from "../parts/use-leave-guard.ts";
import { usePerson } from "./shop-context.tsx";

interface DraftFormProps extends Omit<ComponentProps<"form">, "onChange" | "onSubmit" | "noValidate"> {
  /** The name of the form on its page. */
  draft: string;
  /** Changes when the form is saved and stays. */
  saved?: unknown;
  /** What fields hold that a script fills, too. That is no event of the form. */
  values?: unknown;
  submit: (fields: FormData) => void;
}

/**
 * A form that loses nothing. It says that it has unsaved changes, asks before the person leaves, and keeps a draft for this tab over a
 * reload and a new sign-in. Its fields have names.
 */
export function DraftForm({ draft, saved, values, submit, children, ...rest }: DraftFormProps) {
  const person = usePerson();
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<Typed>({});
  const isSubmitted = useRef(false);
  const [isDirty, setDirty] = useState(false);
  // From when the form opened, as it can close under the address of the next page.
  const key = useRef<string>(undefined);
  const compare = () => {
    if (!form.current) return;
    const changed = changedFrom(first.current, typedIn(form.current));
    isSubmitted.current = false;
    setDirty(changed !== undefined);
    keepDraft(key.current, changed);
  };
  const forget = useCallback(() => {
    keepDraft(key.current, undefined);
    setDirty(false);
  }, []);
  useEffect(() => {
    const opened = form.current;
    if (!opened) return;
    const openedKey = draftKey(person, draft);
    key.current = openedKey;
    first.current = typedIn(opened);
    const kept = readDraft(openedKey);
    if (kept) fillIn(opened, kept);
    // A form that closes after its submission was saved, unless it shows a problem. Otherwise its draft waits until it opens again.
    return () => {
      if (isSubmitted.current && !problemIn(opened)) keepDraft(openedKey, undefined);
    };
  }, [person, draft]);
  const compareAgain = useEffectEvent(compare);
  useEffect(() => {
    if (values !== undefined) compareAgain();
  }, [values]);
  useEffect(() => {
    if (saved === undefined || !form.current) return;
    first.current = typedIn(form.current);
    forget();
  }, [saved, forget]);
  useLeaveGuard(isDirty, forget);
  const unsaved = useMemo(
    () => ({ isDirty, forget, discard: () => form.current && fillIn(form.current, first.current) }),
    [isDirty, forget],
  );
  return (
    <Unsaved value={unsaved}>
      <form
        {...rest}
        ref={form}
        noValidate
        onChange={compare}
        onSubmit={(event) => {
          event.preventDefault();
          isSubmitted.current = true;
          submit(new FormData(event.currentTarget));
        }}
      >
        {children}
      </form>
    </Unsaved>
  );
}
