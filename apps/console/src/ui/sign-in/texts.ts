import { inLanguage } from "../../languages/in-language.ts";

/** The texts of the sign-in page. */
export const texts = inLanguage("signIn", {
  title: "Sign in",
  text: "Choose which products customers can find online.",
  ended: "You were signed out because your session has ended. Sign in again: what you typed is still there.",
  textOfCode: "Your account also needs a code.",
  email: "E-mail",
  password: "Password",
  code: "Code",
  codeHint: "The six digits in your authenticator app, or a recovery code.",
  continue: "Continue",
  another: "Use another account",
  passkey: "Use a passkey",
  noPasskey: "No passkey was used. Try again, or use your password.",
  noCode: "If you have no app and no recovery code, ask the operator of Highstreet.",
  forgot: "Forgot your password?",
  noAccount: "If you have no account, ask the owner of the shop to invite you.",
  noAccountOrPassword: "If you have no account or have lost the password, ask the owner of the shop for a link.",
  failed: "That did not work. Please try again in a moment.",
  /** By the code of a refusal. */
  problems: {
    WrongPassword: "The e-mail address or the password is wrong.",
    WrongCode: "The code is wrong, or was used before. Use the newest one.",
    TooManyAttempts: "Too many attempts. Please try again later.",
    SignInExpired: "Signing in took too long. Enter your password again.",
    NotEnrolled: "Sign-in codes are not set up. Start the set-up again.",
    AlreadyOn: "Sign-in codes are on already. Switch them off first.",
    NoMail: "This installation sends no e-mail. Ask an owner of the shop for a link.",
    Unavailable: "Too many people are signing in. Please try again.",
  } as Record<string, string>,
});
