/** A text to search for. What PostgreSQL cannot hold becomes U+FFFD, and so matches no stored text. */
export function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}
