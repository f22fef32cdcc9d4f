import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export interface Account {
  userId: string;
  email: string;
  passwordHash: string;
}

/** Lifetime of the cookie in seconds: the maximum that browsers accept (RFC 6265bis). */
const KEPT_S = 400 * 24 * 3_600;

/**
 * The cookie of a browser that has signed in to an account before. The cookie does not sign in. Attempts from a known browser have
 * their own limits, so that other callers cannot lock the account's owner out. A new password invalidates the cookies of all
 * browsers except the browser that set it.
 */
export class KnownBrowsers {
  readonly #secret: string;
  readonly #prefix: string;

  constructor(secret: string, isSecure: boolean) {
    this.#secret = secret;
    this.#prefix = isSecure ? "__Secure-highstreet-known-" : "highstreet-known-";
  }

  idIn(cookie: string, account: Account): string | undefined {
    const [id = "", mac = ""] = cookie.split(".");
    const [given, expected] = [Buffer.from(mac), Buffer.from(this.#macOf(id, account))];
    return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
  }

  cookieFor(account: Account): string {
    const id = randomBytes(16).toString("base64url");
    const value = `${id}.${this.#macOf(id, account)}`;
    const secure = this.#prefix.startsWith("__Secure-") ? "; Secure" : "";
    return `${this.nameOf(account.email)}=${value}; Path=/api/auth; Max-Age=${KEPT_S}; HttpOnly; SameSite=Strict${secure}`;
  }

  nameOf(email: string): string {
    return this.#prefix + createHash("sha256").update(email).digest("hex").slice(0, 16);
  }

  #macOf(id: string, { userId, passwordHash }: Account): string {
    const claims = JSON.stringify(["known browser", id, userId, passwordHash]);
    return createHmac("sha256", this.#secret).update(claims).digest("base64url");
  }
}
