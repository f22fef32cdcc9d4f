import { texts as shared } from "../frame/texts.ts";
import { texts } from "./texts.ts";

interface Credentials {
  email: string;
  password: string;
}

/** A refusal of the server. The console shows `message`. */
export class SessionError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "SessionError";
    this.code = code;
  }
}

/** @throws SessionError */
async function post(path: string, body: object): Promise<Record<string, unknown>> {
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
  throw new SessionError(String(content.code), typeof content.message === "string" ? content.message : texts.failed);
}

/**
 * Does the first step of sign-in.
 * @returns whether the account also needs a code
 * @throws SessionError
 */
export async function signIn(credentials: Credentials): Promise<{ needsCode: boolean }> {
  const { twoFactorRedirect } = await post("/sign-in/email", credentials);
  return { needsCode: twoFactorRedirect === true };
}

/**
 * Does the second step of sign-in.
 * @param code from the app, or a recovery code
 * @throws SessionError
 */
export async function giveCode(code: string): Promise<void> {
  await post("/two-factor/verify-totp", { code });
}

/** Ends the session. @throws SessionError */
export async function signOut(): Promise<void> {
  await post("/sign-out", {});
}

/** The data that sets up an authenticator app, and the recovery codes. */
export interface SecondFactor {
  /** `otpauth://totp/…?secret=…` */
  uri: string;
  recoveryCodes: string[];
}

/**
 * Creates a second factor. `confirmSecondFactor` switches it on.
 * @throws SessionError
 */
export async function makeSecondFactor(password: string): Promise<SecondFactor> {
  const { totpURI, backupCodes } = await post("/two-factor/enable", { password });
  return { uri: String(totpURI), recoveryCodes: textsIn(backupCodes) };
}

/** @throws SessionError */
export async function confirmSecondFactor(code: string): Promise<void> {
  await post("/two-factor/verify-totp", { code });
}

export interface Proof {
  password: string;
  /** A code from the app, or a recovery code. */
  code: string;
}

/** @throws SessionError */
export async function endSecondFactor(proof: Proof): Promise<void> {
  await post("/two-factor/disable", proof);
}

/**
 * Creates new recovery codes. The earlier codes end.
 * @throws SessionError
 */
export async function makeRecoveryCodes(proof: Proof): Promise<string[]> {
  const { backupCodes } = await post("/two-factor/generate-backup-codes", proof);
  return textsIn(backupCodes);
}

/**
 * Changes the password and ends the sessions of other browsers.
 * @throws SessionError
 */
export async function changePassword(passwords: { currentPassword: string; newPassword: string }): Promise<void> {
  await post("/change-password", passwords);
}

/** What an invitation says. */
export interface ReadInvitation {
  email: string;
  team: string;
  role: "owner" | "manager" | "viewer" | "partner";
  invitedBy: string;
  hasAccount: boolean;
  /** The address of the account that is signed in. */
  signedInAs: string | null;
}

/** @throws SessionError for a link that has ended */
export async function readInvitation(token: string): Promise<ReadInvitation> {
  return (await post("/invitation", { token })) as unknown as ReadInvitation;
}

/**
 * Accepts an invitation. A new person is signed in afterwards.
 * @throws SessionError
 */
export async function acceptInvitation(
  token: string,
  account?: { name: string; newPassword: string },
): Promise<{ retailerId: string | null }> {
  const { retailerId } = await post("/accept-invitation", { token, account });
  return { retailerId: typeof retailerId === "string" ? retailerId : null };
}

/** Asks for an e-mail with a link for a new password. @throws SessionError */
export async function askForPassword(email: string): Promise<void> {
  await post("/lost-password", { email });
}

/** Sets a new password with the token of a link. @throws SessionError */
export async function setNewPassword(token: string, newPassword: string): Promise<void> {
  await post("/new-password", { token, newPassword });
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
