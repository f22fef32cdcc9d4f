import { type Proof, post, SessionError } from "./session-client.ts";
import { texts } from "./texts.ts";

/** Asks the device. @throws SessionError if the person stops, or the browser has no passkeys */
async function ask<T extends Credential>(question: () => Promise<Credential | null>): Promise<T> {
  try {
    const answer = await question();
    if (answer) return answer as T;
  } catch {
    // Browsers hide the reason from pages.
  }
  throw new SessionError("NoPasskey", texts.noPasskey);
}

export async function signInWithPasskey(): Promise<void> {
  const options = (await post("/passkey/generate-authenticate-options", {})) as object;
  const json = { ...options, userVerification: "required" } as PublicKeyCredentialRequestOptionsJSON;
  const answer = await ask<PublicKeyCredential>(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) }),
  );
  await post("/passkey/verify-authentication", { response: answer.toJSON() });
}

export async function addPasskey({ name, ...proof }: Proof & { name: string }): Promise<void> {
  const json = (await post("/passkey/generate-register-options", proof)) as unknown;
  const answer = await ask<PublicKeyCredential>(() =>
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON),
    }),
  );
  await post("/passkey/verify-registration", { name, response: answer.toJSON() });
}
