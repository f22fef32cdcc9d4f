import { expect, test } from "vitest";
import { locationIdOf } from "./setup.schema.ts";

test.each([
  ["12345678901234567890", "12345678901234567890"],
  ["  12345\n", "12345"],
  ["https://business.google.com/n/12345/profile?fid=9", "12345"],
  ["https://business.google.com/n/12345", "12345"],
  ["https://business.google.com/edit/l/0012345?hl=de", "0012345"],
  ["locations/12345", "12345"],
  ["accounts/9/locations/12345", "12345"],
])("%s is the location %s", (pasted, id) => {
  expect(locationIdOf(pasted)).toBe(id);
});

test.each([
  "",
  "https://business.google.com/locations",
  "https://business.google.com/n/abc/profile",
  "https://maps.google.com/n/12345",
  "https://business.google.com.attacker.example/n/12345",
  "The Gift Shop",
])("%s is left to the check of the channel", (pasted) => {
  expect(locationIdOf(pasted)).toBe(pasted);
});
