import { expect, test } from "vitest";
import { fixPaths, fixTargetOf } from "./visibility.schema.ts";

const store = { retailerId: "r", storeId: "s" };

test("the target of a fix does not depend on the barcode", () => {
  expect(fixTargetOf(`${fixPaths.channels(store)}/search`)).toBe("channels");
  for (const barcode of ["1", "channels", "stores", "a/b", "/stores/"]) {
    expect(fixTargetOf(fixPaths.edit(store, barcode)), barcode).toBe("store");
    expect(fixTargetOf(fixPaths.edit({ retailerId: "r" }, barcode)), barcode).toBe("all stores");
  }
});
