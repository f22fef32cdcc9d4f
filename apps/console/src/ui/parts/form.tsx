"use client";

import { Button, type ButtonProps, Group, Loader, Stack, type StackProps } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { type ComponentProps, createContext, type ReactNode, type Ref, useContext, useEffect, useRef } from "react";
import classes from "./form.module.css";
import { Hint } from "./hint.tsx";
import { texts } from "./texts.ts";

export interface BusyButtonProps
  extends Omit<ButtonProps, "loading">,
    Pick<ComponentProps<"button">, "onClick" | "type" | "aria-label"> {
  isBusy: boolean;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** A button that starts a call. During the call it keeps the focus and ignores clicks. A disabled button loses the focus. */
export function BusyButton({ isBusy, onClick, leftSection, ...rest }: BusyButtonProps) {
  return (
    <Button
      {...rest}
      leftSection={isBusy ? <Loader size={16} color="currentColor" aria-hidden="true" /> : leftSection}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}

interface FormProps extends Pick<ComponentProps<"form">, "noValidate" | "ref">, Pick<StackProps, "gap" | "maw"> {
  submit: (fields: FormData) => void;
  children: ReactNode;
}

/** A form that calls `submit` and stays on its page. */
export function Form({ submit, gap, maw, children, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      <Stack gap={gap} maw={maw}>
        {children}
      </Stack>
    </form>
  );
}

/**
 * Submits a form with a password. It is off until React handles the form. An earlier submission would put the fields into the page's
 * address.
 */
export function SubmitButton(props: Omit<BusyButtonProps, "disabled" | "type">) {
  const isMounted = useMounted();
  return <BusyButton type="submit" size="md" disabled={!isMounted} {...props} />;
}

interface UnsavedChanges {
  isDirty: boolean;
  /** Ends the draft. */
  forget: () => void;
  /** Restores what the form began with. */
  discard: () => void;
}

/** Of the form around; undefined: it keeps no draft. */
export const Unsaved = createContext<UnsavedChanges | undefined>(undefined);

/** The first problem that a form shows. */
export const problemIn = (form: HTMLFormElement | null | undefined): Element | null =>
  form?.querySelector("[aria-invalid=true], [role=alert]") ?? null;

interface FormButtonsProps extends Pick<BusyButtonProps, "isBusy" | "color" | "disabled" | "variant"> {
  /** What the button does. Without it, the button saves. */
  submit?: string;
  /** Closes the form without a change; missing: the form stays. */
  cancel?: (() => void) | undefined;
  cancelLabel?: string;
  children?: ReactNode;
}

/** With unsaved changes the buttons stay in view, and say so. The first problem of a form comes into view when its call ends. */
export function FormButtons({
  submit = texts.save,
  cancel,
  cancelLabel = texts.cancel,
  children,
  ...button
}: FormButtonsProps) {
  const { isDirty = false, forget, discard } = useContext(Unsaved) ?? {};
  const row = useRef<HTMLDivElement>(null);
  const { isBusy } = button;
  useEffect(() => {
    if (isBusy) return;
    problemIn(row.current?.closest("form"))?.scrollIntoView({ block: "nearest" });
  }, [isBusy]);
  const close = () => {
    forget?.();
    cancel?.();
  };
  return (
    <Group gap="sm" ref={row} className={isDirty ? classes.unsaved : undefined}>
      {isDirty && <Hint role="status">{texts.unsaved.title}</Hint>}
      <BusyButton type="submit" {...button}>
        {submit}
      </BusyButton>
      {cancel && (
        <Button variant="subtle" color="gray" onClick={close}>
          {cancelLabel}
        </Button>
      )}
      {isDirty && !cancel && (
        <Button variant="subtle" color="gray" onClick={discard}>
          {texts.unsaved.discard}
        </Button>
      )}
      {children}
    </Group>
  );
}
