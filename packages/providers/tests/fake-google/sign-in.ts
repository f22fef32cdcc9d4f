import { HOSTS } from "../../src/google/hosts.ts";
import { Fault } from "./fault.ts";
import { newId, timeOf, type World } from "./world.ts";

const TOKEN_LIFE_S = 3_599;

/** OAuth's token endpoint (RFC 6749, section 6), for a refresh token. @returns status and body */
export function grantToken(world: World, form: URLSearchParams): [number, object] {
  const secret = world.clients.get(form.get("client_id") ?? "");
  if (!secret || secret !== form.get("client_secret")) return [401, { error: "invalid_client" }];
  if (form.get("grant_type") !== "refresh_token") return [400, { error: "unsupported_grant_type" }];
  const grant = world.refreshTokens.get(form.get("refresh_token") ?? "");
  if (!grant) {
    return [400, { error: "invalid_grant", error_description: "Token has been expired or revoked." }];
  }
  const token = `access-${newId()}`;
  world.accessTokens.set(token, { scopes: grant.scopes, until: timeOf(world) + TOKEN_LIFE_S * 1_000 });
  return [200, { access_token: token, expires_in: TOKEN_LIFE_S, token_type: "Bearer", scope: grant.scopes.join(" ") }];
}

/** The scope that each host needs. */
const SCOPES: Record<string, string> = {
  [HOSTS.accounts]: "https://www.googleapis.com/auth/business.manage",
  [HOSTS.profiles]: "https://www.googleapis.com/auth/business.manage",
  [HOSTS.verifications]: "https://www.googleapis.com/auth/business.manage",
  [HOSTS.merchant]: "https://www.googleapis.com/auth/content",
  [HOSTS.ads]: "https://www.googleapis.com/auth/adwords",
};

/** @throws Fault 401 without a valid token, 403 without the host's scope */
export function authorize(world: World, host: string, header: string | undefined): void {
  const token = /^Bearer (.+)$/.exec(header ?? "")?.[1];
  const grant = token === undefined ? undefined : world.accessTokens.get(token);
  if (!grant || grant.until <= timeOf(world)) {
    throw new Fault(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");
  }
  if (!grant.scopes.includes(SCOPES[host] ?? "")) {
    throw new Fault(403, "PERMISSION_DENIED", "Request had insufficient authentication scopes.", [
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
        domain: "googleapis.com",
        metadata: { service: host },
      },
    ]);
  }
}
