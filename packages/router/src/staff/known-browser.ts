import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** An account with the hash of its password. */
export interface Account {
  userId: string;
  email: string;
  passwordHash: string;
}

/** As long as browsers keep a cookie (RFC 6265bis), in seconds. */
const KEPT_S = 400 * 24 * 3_600;

/**
 * The cookie of a browser that has signed in to an account before. The cookie does not sign in: attempts from such a browser are
 * counted apart, so that strangers cannot lock its owner out. A new password ends the cookies of all browsers but the one that
 * set the password.
 */
export class KnownBrowsers {
  readonly #secret: string;
  readonly #prefix: string;

  /** @param isSecure whether the console is reached by HTTPS */
  constructor(secret: string, isSecure: boolean) {
    this.#secret = secret;
    this.#prefix = isSecure ? "__Secure-highstreet-known-" : "highstreet-known-";
  }

  /** The browser's own id if the cookie was made here, for the account with its present password. */
  idIn(cookie: string, account: Account): string | undefined {
    const [id = "", mac = ""] = cookie.split(".");
    const [given, expected] = [Buffer.from(mac), Buffer.from(this.#macOf(id, account))];
    return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
  }

  /** A `Set-Cookie` line that makes the browser known. */
  cookieFor(account: Account): string {
    const id = randomBytes(16).toString("base64url");
    const value = `${id}.${this.#macOf(id, account)}`;
    const secure = this.#prefix.startsWith("__Secure-") ? "; Secure" : "";
    return `${this.nameOf(account.email)}=${value}; Path=/api/auth; Max-Age=${KEPT_S}; HttpOnly; SameSite=Strict${secure}`;
  }

  /** The cookie's name, one for each account. */
  nameOf(email: string): string {
    return this.#prefix + createHash("sha256").update(email).digest("hex").slice(0, 16);
  }

  #macOf(id: string, { userId, passwordHash }: Account): string {
    const said = JSON.stringify(["known browser", id, userId, passwordHash]);
    return createHmac("sha256", this.#secret).update(said).digest("base64url");
  }
}
