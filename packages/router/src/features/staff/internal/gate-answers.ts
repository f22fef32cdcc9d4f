export function refusal(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code, message }, { status, headers: { "cache-control": "no-store", ...headers } });
}

export function tooMany(seconds: number): Response {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  const message = `Too many attempts failed. Try again in ${wait}, or use a browser that has signed in before.`;
  return refusal(429, "TooManyAttempts", message, { "retry-after": String(seconds) });
}

export function tooOften(seconds: number): Response {
  const message = "Too many links were asked for. Look into your inbox, or try again in an hour.";
  return refusal(429, "TooManyAttempts", message, { "retry-after": String(seconds) });
}

export function busy(): Response {
  const message = "Too many people are signing in. Please try again.";
  return refusal(503, "Unavailable", message, { "retry-after": "5" });
}

export const wrongPassword = "The password is wrong.";

const messages: Record<string, readonly [code: string, message: string]> = {
  INVALID_EMAIL_OR_PASSWORD: ["WrongPassword", "The e-mail address or the password is wrong."],
  INVALID_PASSWORD: ["WrongPassword", wrongPassword],
  INVALID_CODE: ["WrongCode", "The code is wrong. Use the newest code that your app shows."],
  INVALID_BACKUP_CODE: ["WrongCode", "The recovery code is wrong, or was used before."],
  INVALID_TWO_FACTOR_COOKIE: ["SignInExpired", "Signing in took too long. Enter your password again."],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ["SignInExpired", "Too many codes were wrong. Enter your password again."],
  PASSKEY_NOT_FOUND: ["UnknownPasskey", "This passkey is not known here, or was removed. Sign in with your password."],
  AUTHENTICATION_FAILED: ["WrongPasskey", "The passkey was not accepted. Sign in with your password."],
  CHALLENGE_NOT_FOUND: ["SignInExpired", "That took too long. Try again."],
  TOTP_NOT_ENABLED: ["NotEnrolled", "Sign-in codes are not set up. Start the set-up again."],
};

/**
 * Turns an answer of better-auth into the gate's own answer.
 * @returns `details`: better-auth's body; `response`: the answer without the session's token, which only the HttpOnly cookie holds
 */
export async function translateAnswer(
  answer: Response,
): Promise<{ details: Record<string, unknown>; response: Response }> {
  const details = await bodyOf(answer);
  const headers = new Headers({ "cache-control": "no-store" });
  for (const line of answer.headers.getSetCookie()) headers.append("set-cookie", line);
  const { status } = answer;
  if (answer.ok) {
    const { token: _token, session: _session, user: _user, ...rest } = details;
    return { details, response: Response.json(rest, { status, headers }) };
  }
  const [code, message] = messages[String(details.code)] ?? ["Failed", "That did not work. Please try again."];
  return { details, response: Response.json({ code, message }, { status, headers }) };
}

async function bodyOf(answer: Response): Promise<Record<string, unknown>> {
  const body: unknown = await answer.json().catch(() => undefined);
  return typeof body === "object" && body !== null ? { ...body } : {};
}
