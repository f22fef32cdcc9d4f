interface Credentials {
  email: string;
  password: string;
}

/** Why the server refused; `message` is made for people. */
class SessionError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "SessionError";
    this.code = code;
  }
}

const failed = "That did not work. Please try again in a moment.";

/** @throws SessionError */
async function post(path: string, body: object): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(`/api/auth${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new SessionError("Offline", "Highstreet cannot be reached. Check your connection, then try again.");
  }
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said;
  throw new SessionError(String(said.code), typeof said.message === "string" ? said.message : failed);
}

/** @throws Error with a sentence for people */
export async function signIn(credentials: Credentials): Promise<void> {
  await post("/sign-in/email", credentials);
}

/** Ends the session. @throws Error with a sentence for people */
export async function signOut(): Promise<void> {
  await post("/sign-out", {});
}
