/** `/n/{id}` and `/edit/l/{id}` in links of the profile manager; `locations/{id}` in names of the Business Profile APIs. */
const inPath = /(?:^|\/)(?:n|l|locations)\/([0-9]{1,32})(?:\/|$)/;

/**
 * The location ID in what a person pastes: the digits, a link of the profile manager, or a name of the Business Profile APIs. Returns
 * other text unchanged, so that the check of the channel refuses it with the reason.
 */
export function locationIdOf(pasted: string): string {
  const text = pasted.trim();
  const isLink = URL.canParse(text);
  if (isLink && new URL(text).hostname !== "business.google.com") return text;
  return inPath.exec(isLink ? new URL(text).pathname : text)?.[1] ?? text;
}
