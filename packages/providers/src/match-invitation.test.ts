import { expect, it } from "vitest";
import { matchInvitation } from "./match-invitation.ts";

const shop = {
  key: "shop",
  locationId: "1",
  name: "Café Corner",
  address: "1 High Street, London",
  postcode: "N1 1AA",
  waitingSince: new Date(0),
};
const fits = (locationName: string, address: string, waiting = [shop]) =>
  matchInvitation({ locationName, address }, waiting);

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
