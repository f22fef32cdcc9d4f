import { passwordLength } from "@highstreet/router/features/staff/password-length.schema.ts";
import { PasswordInput } from "@mantine/core";
import { texts } from "./texts.ts";

/** The field `password` for a password that a person chooses. */
export function NewPasswordInput({ autoFocus = false }: { autoFocus?: boolean }) {
  return (
    <PasswordInput
      label={texts.password}
      description={texts.passwordHelp}
      name="password"
      autoComplete="new-password"
      minLength={passwordLength.min}
      maxLength={passwordLength.max}
      required
      size="md"
      autoFocus={autoFocus}
    />
  );
}
