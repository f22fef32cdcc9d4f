interface Credentials {
  email: string;
  password: string;
}

async function post(path: string, body: object): Promise<Response> {
  return fetch(`/api/auth${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** @throws Error with a sentence for people */
export async function signIn(credentials: Credentials): Promise<void> {
  const { ok, status } = await post("/sign-in/email", credentials);
  if (ok) return;
  if (status === 429) throw new Error("Too many tries. Wait ten seconds, then try again.");
  if (status === 401) throw new Error("The e-mail address or the password is wrong.");
  if (status === 403)
    throw new Error("This console was opened at an address that is not its own (HIGHSTREET_CONSOLE_URL).");
  throw new Error("Signing in did not work. Please try again in a moment.");
}

/** Ends the session. @throws Error with a sentence for people */
export async function signOut(): Promise<void> {
  const { ok } = await post("/sign-out", {});
  if (!ok) throw new Error("Signing out did not work. Please try again.");
}
