import type { WaitingLocation } from "./search-provider.ts";

/** Letters and digits alone, without accents and case: people write the same address in many ways. */
const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** The first line of an address: house number and street. */
const street = (address: string): string => plain(address.split(",")[0] ?? "");

/**
 * Which of the waiting locations an invitation can be for. It names no location id: with an address, the postcode and
 * either the name or the street must be the same; without one, the name.
 */
export function matchInvitation(
  invitation: { locationName: string; address: string },
  waiting: readonly WaitingLocation[],
): string[] {
  const name = plain(invitation.locationName);
  const address = plain(invitation.address);
  const fits = waiting.filter((location) => {
    const isSameName = name !== "" && plain(location.name) === name;
    if (address === "") return isSameName;
    const postcode = plain(location.postcode);
    const isSameStreet = street(location.address) !== "" && address.includes(street(location.address));
    return postcode !== "" && address.includes(postcode) && (isSameName || isSameStreet);
  });
  return fits.map(({ key }) => key);
}
