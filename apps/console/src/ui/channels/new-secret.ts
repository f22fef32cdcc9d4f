const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 40;
/** The largest multiple of 62 in a byte. Values above it would make some letters more likely. */
const FAIR = 248;

/** A new signing secret: 40 random letters and digits. */
export function newSecret(): string {
  let secret = "";
  while (secret.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < FAIR && secret.length < LENGTH) secret += letters[byte % letters.length];
    }
  }
  return secret;
}
