import { passwordLength } from "@highstreet/router/features/staff/password-length.schema.ts";
import { inLanguage } from "../../languages/in-language.ts";

/** The texts of the pages that a link opens. */
export const texts = inLanguage("join", {
  join: "Join the team",
  invites: (by: string, team: string, role: string) => `${by} invites you to ${team} as ${role}.`,
  roles: { owner: "an owner", manager: "a manager", viewer: "a viewer", partner: "partner staff" },
  checking: "Checking your link …",
  ended: "This link has ended",
  endedText: "A link works once and ends after a few days. Ask the person who sent it for a new one.",
  toSignIn: "Go to sign-in",
  email: "E-mail",
  name: "Your name",
  password: "Choose a password",
  passwordHelp: `At least ${passwordLength.min} characters`,
  create: "Create my account",
  accept: "Accept",
  haveAccount: "You have an account with this address. Sign in to accept.",
  otherAccount: (email: string) => `You are signed in as ${email}. This invitation belongs to another address.`,
  signOut: "Sign out",
  newPassword: "Choose a new password",
  newPasswordText: "It replaces your old password and signs out every browser.",
  save: "Save the password",
  saved: "Your new password is set",
  savedText: "Sign in with it. Sign-in codes stay as they were.",
  lost: "Forgot your password?",
  lostText: "We send a link for a new password to your address.",
  sendLink: "Send the link",
  back: "Back to sign-in",
  sent: (email: string) =>
    `If ${email} has an account, an e-mail with a link is on its way. The link works for four hours.`,
} as const);
