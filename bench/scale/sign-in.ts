import { Attempts } from "../../packages/router/src/features/staff/internal/attempts.ts";
import { createAuth } from "../../packages/router/src/features/staff/internal/auth.ts";
import { KnownBrowsers } from "../../packages/router/src/features/staff/internal/known-browser.ts";
import { sessionSecrets } from "../../packages/router/src/features/staff/internal/session-secrets.ts";
import { createSignIn } from "../../packages/router/src/features/staff/internal/staff-sign-in.ts";
import { openSignInGate } from "../../packages/router/src/features/staff/sign-in-gate.ts";
import type { Scaled } from "./arena.ts";

/** Signs in with a password, as the console does, over the connections of the arena. */
export async function openSignIn({ ctx, db, secretKey, made }: Scaled): Promise<(email: string) => Promise<unknown>> {
  const consoleUrl = ctx.settings.consoleUrl ?? "";
  const auth = createAuth(db, { secrets: sessionSecrets(secretKey), baseUrl: consoleUrl });
  const known = new KnownBrowsers((await auth.$context).secret, false);
  const attempts = new Attempts(db, ctx.now);
  const gate = openSignInGate(
    auth,
    createSignIn({ ...{ auth, db, attempts, known, consoleUrl }, open: () => ctx, log: console.warn }),
  );
  return async (email) => {
    const request = new Request(`${consoleUrl}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: consoleUrl },
      body: JSON.stringify({ email, password: made.password }),
    });
    const answer = await gate(request, "192.0.2.1");
    if (!answer.ok) throw new Error(`sign-in was answered by ${answer.status}`);
    return answer.json();
  };
}
