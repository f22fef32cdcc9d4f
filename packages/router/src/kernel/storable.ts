/** Makes a search text storable. Characters that PostgreSQL cannot store become U+FFFD, which matches no stored text. */
export function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}
