import type { OAuth2Client } from "google-auth-library";
import { ProviderError } from "../provider-error.ts";
import { limitedFetch, originOf } from "./hosts.ts";
import type { GoogleSettings } from "./settings.ts";

const TIMEOUT_MS = 20_000;

export interface SignIn {
  /** Fetches a new token before the old one expires. */
  token(): Promise<string>;
  forget(): void;
}

/** The code of OAuth's answer (RFC 6749, section 5.2): `invalid_grant`, … */
function codeOf(thrown: unknown): string | null {
  const data = (thrown as { response?: { data?: { error?: unknown } } }).response?.data;
  return typeof data?.error === "string" ? data.error : null;
}

export function createSignIn({ clientId, clientSecret, refreshToken, standIn }: GoogleSettings): SignIn {
  let client: OAuth2Client | undefined;
  const forget = () => client?.setCredentials({ refresh_token: refreshToken });

  /** A sandbox never loads Google's library. */
  async function open(): Promise<OAuth2Client> {
    const { OAuth2Client } = await import("google-auth-library");
    client ??= new OAuth2Client({
      clientId,
      clientSecret,
      credentials: { refresh_token: refreshToken },
      endpoints: { oauth2TokenUrl: `${originOf("signIn", standIn)}/token` },
      transporterOptions: { timeout: TIMEOUT_MS, fetchImplementation: limitedFetch },
    });
    return client;
  }

  async function token(): Promise<string> {
    try {
      const { token } = await (await open()).getAccessToken();
      if (!token) throw new ProviderError("setup", "Google gave no access token.");
      return token;
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      const reason = codeOf(error);
      if (reason) throw new ProviderError("setup", `Google refused our sign-in: ${reason}.`, { reason, cause: error });
      throw new ProviderError("unavailable", "Google's sign-in cannot be reached.", { cause: error });
    }
  }
  return { token, forget };
}
