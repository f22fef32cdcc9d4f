import type { WaitingLocation } from "./search-provider.ts";

/** Keeps only letters and digits, without accents and case, because people write the same address in different ways. */
const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** The first line of an address: house number and street. */
const street = (address: string): string => plain(address.split(",")[0] ?? "");

/**
 * Finds the waiting locations that an invitation can belong to. An invitation has no location id. If it has an address, the
 * postcode and either the name or the street must match. Otherwise the name must match.
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
