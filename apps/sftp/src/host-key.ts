import { createECDH, createPrivateKey, hash, hkdfSync } from "node:crypto";
import ssh2 from "ssh2";

const CURVE = "prime256v1";

/**
 * The host key of the gateway as PEM: ECDSA P-256, derived from the first key of the ring. All processes with the ring have the same key.
 * Old clients know this kind of key.
 * @param secretKey `HIGHSTREET_SECRET_KEY`
 */
export function deriveHostKey(secretKey: string): string {
  const [first = ""] = secretKey.split(",");
  const ring = Buffer.from(first.trim(), "base64");
  const pair = createECDH(CURVE);
  // 32 bytes are a valid P-256 key except for 1 of 2^32 keys of a ring. Such a ring throws here.
  pair.setPrivateKey(Buffer.from(hkdfSync("sha256", ring, "", "highstreet sftp host key", 32)));
  const point = pair.getPublicKey();
  const key = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
    // Node drops leading zero bytes of a private key.
    d: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString("base64url"),
  };
  return createPrivateKey({ key, format: "jwk" }).export({ type: "sec1", format: "pem" }).toString();
}

/**
 * The fingerprint of a host key, as clients show it: `SHA256:…`.
 * @throws Error if the text is no private key
 */
export function fingerprintOf(hostKey: string): string {
  const key = ssh2.utils.parseKey(hostKey);
  if (key instanceof Error) throw key;
  return `SHA256:${hash("sha256", key.getPublicSSH(), "base64").replace(/=+$/, "")}`;
}
