import { speaksEnglish } from "../../languages/in-language.ts";
import { forgetOfflineList } from "../offline/offline-page.ts";
import { forgetDrafts } from "../parts/drafts.ts";
import { texts as shared } from "../parts/texts.ts";
import { leadToSignIn } from "../parts/trpc.ts";
import { texts } from "./texts.ts";

interface Credentials {
  email: string;
  password: string;
}

/** A refusal of the server, which all calls here can throw. The console shows `message`. */
export class SessionError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "SessionError";
    this.code = code;
  }
}

/** Calls a path of sign-in. @throws SessionError */
export async function post(path: string, body: object): Promise<Record<string, unknown>> {
  let answer: Response;
  try {
    answer = await fetch(`/api/auth${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new SessionError("Offline", shared.unreachable);
  }
  const content = await answer.json().catch(() => ({}));
  if (answer.ok) return content;
  if (content.code === "Unauthorized") leadToSignIn();
  const code = String(content.code);
  const own = texts.problems[code] ?? texts.failed;
  throw new SessionError(code, speaksEnglish() && typeof content.message === "string" ? content.message : own);
}

/** The first step of sign-in. @returns whether the account also needs a code */
export async function signIn(credentials: Credentials): Promise<{ needsCode: boolean }> {
  const { twoFactorRedirect } = await post("/sign-in/email", credentials);
  return { needsCode: twoFactorRedirect === true };
}

/** The second step. @param code from the app, or a recovery code */
export async function giveCode(code: string): Promise<void> {
  await post("/two-factor/verify-totp", { code });
}

export async function signOut(): Promise<void> {
  forgetDrafts();
  await forgetOfflineList();
  await post("/sign-out", {});
}

/** The data that sets up an authenticator app, and the recovery codes. */
export interface SecondFactor {
  /** `otpauth://totp/…?secret=…` */
  uri: string;
  recoveryCodes: string[];
}

/** `confirmSecondFactor` switches it on. */
export async function makeSecondFactor(password: string): Promise<SecondFactor> {
  const { totpURI, backupCodes } = await post("/two-factor/enable", { password });
  return { uri: String(totpURI), recoveryCodes: textsIn(backupCodes) };
}

export async function confirmSecondFactor(code: string): Promise<void> {
  await post("/two-factor/verify-totp", { code });
}

export interface Proof {
  password: string;
  /** Undefined if the account has no codes. */
  code?: string | undefined;
}

export async function renamePasskey(id: string, name: string): Promise<void> {
  await post("/passkey/update-passkey", { id, name });
}

export async function removePasskey(id: string): Promise<void> {
  await post("/passkey/delete-passkey", { id });
}

export async function endSecondFactor({ password, code }: Proof): Promise<void> {
  await post("/two-factor/disable", { password, code });
}

/** The earlier codes end. */
export async function makeRecoveryCodes({ password, code }: Proof): Promise<string[]> {
  const { backupCodes } = await post("/two-factor/generate-backup-codes", { password, code });
  return textsIn(backupCodes);
}

/** Ends the sessions of other browsers. */
export async function changePassword(passwords: { currentPassword: string; newPassword: string }): Promise<void> {
  await post("/change-password", passwords);
}

export interface ReadInvitation {
  email: string;
  team: string;
  role: "owner" | "manager" | "viewer" | "partner";
  invitedBy: string;
  hasAccount: boolean;
  signedInAs: string | null;
}

export async function readInvitation(token: string): Promise<ReadInvitation> {
  return (await post("/invitation", { token })) as unknown as ReadInvitation;
}

/** A new person is signed in afterwards. */
export async function acceptInvitation(
  token: string,
  account?: { name: string; newPassword: string },
): Promise<{ retailerId: string | null }> {
  const { retailerId } = await post("/accept-invitation", { token, account });
  return { retailerId: typeof retailerId === "string" ? retailerId : null };
}

export async function askForPassword(email: string): Promise<void> {
  await post("/lost-password", { email });
}

export async function setNewPassword(token: string, newPassword: string): Promise<void> {
  await post("/new-password", { token, newPassword });
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
