import { isStorable } from "@highstreet/feeds/text.ts";
import { z } from "zod";
import { isName } from "../../kernel/body.schema.ts";
import { passwordLength } from "./password-length.schema.ts";

const password = z.string().min(1, "Enter your password.").max(1_000);
const code = z.string().trim().min(1, "Enter a code.").max(64);

const Nothing = z.strictObject({});
const SignIn = z.strictObject({ email: z.email("Enter an e-mail address.").max(254).toLowerCase(), password });
const Code = z.strictObject({ code });
const Password = z.strictObject({ password });
const PasswordAndCode = z.strictObject({ password, code });
const newPassword = z
  .string()
  .min(passwordLength.min, `Choose a password of at least ${passwordLength.min} characters.`)
  .max(passwordLength.max, `Choose a password of at most ${passwordLength.max} characters.`);
const ChangePassword = z.strictObject({ currentPassword: password, newPassword });
const token = z.string().min(1, "The link is incomplete.").max(200);
const Token = z.strictObject({ token });
const Accept = z.strictObject({
  token,
  account: z
    .strictObject({
      name: z
        .string()
        .trim()
        .min(1, "Enter your name.")
        .max(100, "Enter a name of at most 100 characters.")
        .refine((text) => isStorable(text) && isName(text), "Enter a name of plain text, without a web address."),
      newPassword,
    })
    .optional(),
});
const Email = z.strictObject({ email: z.email("Enter an e-mail address.").max(254).toLowerCase() });
const id = z.string().min(1).max(100);
/** What a browser's passkey answers (WebAuthn). The library reads it. */
const response = z.record(z.string(), z.unknown());
const nameOfPasskey = z
  .string()
  .trim()
  .min(1, "Enter a name.")
  .max(60, "Enter a name of at most 60 characters.")
  .refine(isStorable, "Enter a name of plain text.");

const NewPassword = z.strictObject({ token, newPassword });

/** Every open path below `/api/auth`, with the schema of its body. All paths take POST. Paths with `staff` need a session. */
export const signInPaths = {
  "/sign-in/email": { body: SignIn },
  "/sign-out": { body: Nothing },
  "/two-factor/verify-totp": { body: Code },
  "/two-factor/verify-backup-code": { body: Code },
  "/two-factor/enable": { body: Password, staff: true },
  "/two-factor/disable": { body: PasswordAndCode, staff: true },
  "/two-factor/generate-backup-codes": { body: PasswordAndCode, staff: true },
  "/invitation": { body: Token },
  "/accept-invitation": { body: Accept },
  "/lost-password": { body: Email },
  "/new-password": { body: NewPassword },
  "/passkey/generate-authenticate-options": { body: Nothing },
  "/passkey/verify-authentication": { body: z.strictObject({ response }) },
  "/passkey/generate-register-options": { body: z.strictObject({ password, code: code.optional() }), staff: true },
  "/passkey/verify-registration": { body: z.strictObject({ response, name: nameOfPasskey }), staff: true },
  "/passkey/update-passkey": { body: z.strictObject({ id, name: nameOfPasskey }), staff: true },
  "/passkey/delete-passkey": { body: z.strictObject({ id }), staff: true },
  "/change-password": { body: ChangePassword, staff: true },
} as const;

export type SignInPath = keyof typeof signInPaths;

export type SignInBody<P extends SignInPath> = z.infer<(typeof signInPaths)[P]["body"]>;
