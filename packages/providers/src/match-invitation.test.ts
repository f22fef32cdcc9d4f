import fc from "fast-check";
import { expect, it } from "vitest";
import { invitationMatcher } from "./match-invitation.ts";

const shop = {
  key: "shop",
  locationId: "1",
  name: "Café Corner",
  address: "1 High Street, London",
  postcode: "N1 1AA",
  waitingSince: new Date(0),
};
const fits = (locationName: string, address: string, waiting = [shop]) =>
  invitationMatcher(waiting)({ locationName, address });

it("matches a store with the same postcode and the same name or street in any spelling", () => {
  expect(fits("CAFE CORNER", "Unit 2, Elsewhere, N11AA")).toEqual(["shop"]);
  expect(fits("Something Ltd", "1 High Street, Islington, London N1 1AA, UK")).toEqual(["shop"]);
  expect(fits("Café Corner", "1 High Street, London N2 2BB")).toEqual([]);
  expect(fits("Something Ltd", "2 Low Street, London N1 1AA")).toEqual([]);
});

it("matches by name if the invitation has no address", () => {
  expect(fits("cafe corner", "")).toEqual(["shop"]);
  expect(fits("another", "")).toEqual([]);
  expect(fits("", "")).toEqual([]);
});

it("returns every store that the invitation can belong to", () => {
  expect(fits("Café Corner", "1 High Street, London N1 1AA", [shop, { ...shop, key: "again" }])).toEqual([
    "shop",
    "again",
  ]);
});

it("finds the same stores as a comparison of each store with the invitation", () => {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const text = fc.constantFrom("", " ", "A", "b", "1 B", "1 b St", "N1", "N1 1A", "n11", "11A");
  const address = fc.array(text, { maxLength: 4 }).map((parts) => parts.join(", "));
  const store = fc.record({ name: text, address, postcode: text });
  const rule = fc.property(fc.array(store), text, address, (stores, locationName, to) => {
    const waiting = stores.map((one, n) => ({ ...shop, ...one, key: String(n) }));
    const [name, place] = [plain(locationName), plain(to)];
    const expected = waiting.filter((one) => {
      const isSameName = name !== "" && plain(one.name) === name;
      const street = plain(one.address.split(",")[0] ?? "");
      const [isNear, isSameStreet] = [place.includes(plain(one.postcode)), street !== "" && place.includes(street)];
      return place === "" ? isSameName : plain(one.postcode) !== "" && isNear && (isSameName || isSameStreet);
    });
    expect(fits(locationName, to, waiting)).toEqual(expected.map(({ key }) => key));
  });
  fc.assert(rule, { numRuns: 2_000 });
});

it("reads each waiting store once, however many invitations there are", () => {
  let reads = 0;
  const counted = {
    ...shop,
    get name() {
      reads++;
      return "Café Corner";
    },
  };
  const match = invitationMatcher([counted]);
  for (const locationName of ["a", "b", "cafe corner"]) match({ locationName, address: "" });
  expect(reads).toBe(1);
});
