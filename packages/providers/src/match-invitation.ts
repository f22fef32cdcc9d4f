import type { WaitingLocation } from "./search-provider.ts";

/** Only letters and digits, without accents and case, because people write the same address in different ways. */
const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const street = (address: string): string => plain(address.split(",")[0] ?? "");

interface Place {
  at: number;
  key: string;
  name: string;
  street: string;
}

function add(places: Map<string, Place[]>, under: string, place: Place): void {
  if (under === "") return;
  const known = places.get(under);
  if (known) known.push(place);
  else places.set(under, [place]);
}

/**
 * Finds the waiting locations that an invitation can belong to. An invitation has no location id. With an address, the postcode and either
 * the name or the street must match. Without one, the name must match.
 * @returns a function that gives the keys of an invitation's locations, in the order of `waiting`
 */
export function invitationMatcher(
  waiting: readonly WaitingLocation[],
): (invitation: { locationName: string; address: string }) => string[] {
  const byName = new Map<string, Place[]>();
  const byPostcode = new Map<string, Place[]>();
  for (const [at, location] of waiting.entries()) {
    const place = { at, key: location.key, name: plain(location.name), street: street(location.address) };
    add(byName, place.name, place);
    add(byPostcode, plain(location.postcode), place);
  }
  const lengths = new Set([...byPostcode.keys()].map((postcode) => postcode.length));
  return (invitation) => {
    const name = plain(invitation.locationName);
    const address = plain(invitation.address);
    if (address === "") return (byName.get(name) ?? []).map(({ key }) => key);
    const parts = new Set<string>();
    for (const length of lengths) {
      for (let from = 0; from + length <= address.length; from++) parts.add(address.slice(from, from + length));
    }
    const near = [...parts].flatMap((part) => byPostcode.get(part) ?? []);
    const fits = near.filter(
      (place) => (name !== "" && place.name === name) || (place.street !== "" && address.includes(place.street)),
    );
    return fits.toSorted((a, b) => a.at - b.at).map(({ key }) => key);
  };
}
