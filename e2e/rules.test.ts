import { expect } from "@playwright/test";
import { demo, reload, rest, test } from "./demo.ts";
import { layoutFaults } from "./layout.ts";
import { look } from "./look.ts";

const barcode = "RULES1";
const name = "No fog lamps";

interface Visible {
  channel: string;
  reasons: { code: string; rule?: { name: string } }[];
}

const codeOf = async (storeId: string, item = barcode): Promise<string | undefined> => {
  const { visibility } = await rest<{ visibility: Visible[] }>("GET", `/stores/${storeId}/inventory/${item}`);
  return visibility.find(({ channel }) => channel === "webhooks")?.reasons[0]?.code;
};

const address = { address: "1 Pier Road", postcode: "YO21 3PU", city: "Whitby", country: "GB" };

test("a rule is made from a template, hides and says why, is switched off, and History undoes it", async ({
  page,
  signIn,
}) => {
  await signIn("owner");
  const { id } = await rest<{ id: string }>("POST", "/stores", { name: "Whitby", ...address });
  const at = `/shops/${demo.retailerId}`;
  const dialog = page.getByRole("dialog");
  try {
    await rest("PATCH", `/stores/${id}/inventory/stock`, [
      { barcode, price: 5, quantity: 9 },
      { barcode: "RULES2", price: 5, quantity: 9 },
    ]);
    await page.request.post("/api/trpc/inbox.connect", { data: { retailerId: demo.retailerId, storeId: id } });
    await expect.poll(() => codeOf(id)).toBe("Shown");
    await page.goto(`${at}/rules?store=${id}`);
    await expect(page.getByRole("heading", { name: "No rule yet" })).toBeVisible();

    await page.getByRole("button", { name: "Products of a list of barcodes" }).click();
    await dialog.getByLabel("Barcodes, one on each line").fill(barcode);
    await dialog.getByLabel("Where").selectOption("Whitby");
    await expect(dialog.getByText("The rule is about 1 product. Changes now: 1 product.")).toBeVisible();
    // The store has no other channel.
    await expect(dialog.getByText("Whitby: 1 product no longer on Webhooks", { exact: true })).toBeVisible();
    await expect(dialog.getByRole("link", { name: barcode })).toBeVisible();
    await dialog.getByLabel("First day").fill("2031-12-24");
    await dialog.getByText("Sunday", { exact: true }).click();
    await expect(dialog.getByText("Begins Sun, 28 Dec 2031, 00:00 in 1 store.")).toBeVisible();
    await expect(dialog.getByText("when it begins: 1 product.")).toBeVisible();
    await expect(dialog.getByText(`“${barcode}”, from 24 Dec 2031, on Sunday`)).toBeVisible();
    await dialog.getByLabel("What happens").selectOption("safetyStock");
    await dialog.getByLabel("Out of stock at this quantity or less").fill("9");
    await expect(dialog.getByText(/as out of stock when 9 or fewer are left, from/)).toBeVisible();
    await look(page, "the form of a rule");
    await dialog.getByLabel("What happens").selectOption({ index: 0 });
    await dialog.getByText("Sunday", { exact: true }).click();
    await dialog.getByLabel("First day").fill("");
    await expect(dialog.getByText("Changes now: 1 product.")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Name" }).fill(name);
    // Somebody else makes a rule meanwhile.
    const other = {
      name: "Other",
      when: { all: [{ brand: { is: ["Nobody"] } }] },
      effect: { hidden: true },
      storeId: id,
    };
    const { response } = await rest<{ response: { plan: { preview: string } } }>("POST", "/rules?dryRun=true", other);
    await rest("POST", "/rules", { ...other, preview: response.plan.preview });
    await dialog.getByRole("button", { name: "Save the rule" }).click();
    await expect(dialog.getByText("Other rules have changed.")).toBeVisible();
    await dialog.getByRole("button", { name: "Save the rule" }).click();
    await expect(page.getByText(`“${name}” is saved.`)).toBeVisible();
    await expect(dialog).toBeHidden();
    const list = page.getByRole("region", { name: "Rules of Whitby" });
    await expect(list.getByText(`Hide products with the barcode “${barcode}” in Whitby`)).toBeVisible();
    expect(await codeOf(id)).toBe("HiddenByRule");
    await look(page, "the list of rules");

    await list.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Move up" }).click();
    await expect(list.getByRole("listitem").first()).toContainText(name);

    await page.goto(`${at}/products/${barcode}?store=${id}`);
    await page.getByRole("link", { name }).first().click();
    await expect(page.getByRole("heading", { name: "Rules", exact: true })).toBeVisible();

    const shown = page.getByRole("switch", { name: `On: ${name}` });
    await shown.click();
    await expect(dialog.getByText("1 product again on Webhooks")).toBeVisible();
    await dialog.getByRole("button", { name: "Switch off" }).click();
    await expect(shown).not.toBeChecked();
    expect(await codeOf(id)).not.toBe("HiddenByRule");

    await page.goto(`${at}/history?store=${id}`);
    await page
      .getByRole("button", { name: new RegExp(`^Undo.* changed the rule “${name}”`) })
      .first()
      .click();
    await expect(page.getByText("The change was taken back.")).toBeVisible();
    expect(await codeOf(id)).toBe("HiddenByRule");

    await page.goto(`${at}/rules?store=${id}`);
    await reload(page);
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText(`“${name}” is deleted.`)).toBeVisible();
    expect(await codeOf(id)).not.toBe("HiddenByRule");

    await rest("PATCH", `/stores/${id}/inventory/stock`, [{ barcode, title: "Fog lamp" }]);
    await page.getByRole("button", { name: "Add a rule" }).click();
    await dialog.getByRole("button", { name: "Products of a list of barcodes" }).click();
    await dialog.getByLabel("Barcodes, one on each line").fill(barcode);
    await dialog.getByLabel("Where").selectOption("Whitby");
    await dialog.getByLabel("What happens").selectOption("title");
    await dialog.getByLabel("New text").fill("{price} {title}");
    await expect(dialog.getByText("knows only the placeholders {title} and {brand}")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Save the rule" })).toBeDisabled();
    await dialog.getByLabel("New text").fill("New: {title}");
    await expect(dialog.getByText("The rule is about 1 product. Other texts: 1 product.")).toBeVisible();
    await expect(dialog.getByText("New: Fog lamp")).toBeVisible();
    await look(page, "the form of a rule that sets a title");
    await dialog.getByRole("button", { name: "Save the rule" }).click();
    await expect(list.getByText(`Call products with the barcode “${barcode}” “New: {title}” in Whitby`)).toBeVisible();
    await page.goto(`${at}/products/${barcode}?store=${id}`);
    await expect(page.getByRole("heading", { name: "New: Fog lamp" })).toBeVisible();
    await expect(page.getByRole("link", { name: /“New: \{title\}”/ })).toBeVisible();

    await signIn("viewer", `${at}/rules?store=${id}`);
    await expect(page.getByRole("switch", { name: "On: Other" })).toBeDisabled();
    await expect(page.getByRole("button", { name: "Add a rule" })).toHaveCount(0);
  } finally {
    await rest("DELETE", `/stores/${id}/channels/webhook`);
    await rest("DELETE", `/stores/${id}`);
  }
});

test("a rule has several conditions, each with its errors, and also names a store that is gone", async ({
  page,
  signIn,
}) => {
  await signIn("owner");
  const { id } = await rest<{ id: string }>("POST", "/stores", { name: "Filey", ...address });
  const dialog = page.getByRole("dialog");
  const add = async (field: string) => {
    await dialog.getByRole("button", { name: "Add a condition" }).click();
    await page.getByRole("menuitem", { name: field, exact: true }).click();
  };
  const change = async (rule: string) => {
    await page.getByRole("button", { name: `Actions for ${rule}` }).click();
    await page.getByRole("menuitem", { name: "Change" }).click();
  };
  const save = async () => {
    await dialog.getByRole("button", { name: "Save the rule" }).click();
    await expect(dialog).toBeHidden();
  };
  const ruleOf = async () => {
    const rules = await rest<{ id: string; name: string; when: unknown }[]>("GET", "/rules");
    return rules.find((one) => one.name === "Cheap lamps");
  };
  try {
    await rest("PATCH", `/stores/${id}/inventory/stock`, [
      { barcode: "RULES3", price: 5, quantity: 9 },
      { barcode: "RULES4", price: 50, quantity: 9 },
    ]);
    await page.request.post("/api/trpc/inbox.connect", { data: { retailerId: demo.retailerId, storeId: id } });
    await expect.poll(() => codeOf(id, "RULES3")).toBe("Shown");
    await page.goto(`/shops/${demo.retailerId}/rules`);
    await page.getByRole("button", { name: "Products of a list of barcodes" }).click();
    await expect(dialog.getByLabel("Barcodes, one on each line")).toBeFocused();
    await dialog.getByLabel("Barcodes, one on each line").fill("RULES3\n\nRULES4");
    await add("Price");
    await expect(dialog.getByRole("spinbutton", { name: "Price under" })).toBeFocused();
    await page.keyboard.type("10");
    await add("Store");
    await page.keyboard.type("file");
    await page.getByRole("option", { name: /^Filey/ }).click();
    await page.keyboard.press("Escape");
    const lamps = "Hide products with the barcode “RULES3” or “RULES4”";
    await expect(dialog.getByText(`${lamps}, with a price under 10 and in Filey`)).toBeVisible();
    await expect(dialog.getByText("The rule is about 1 product. Changes now: 1 product.")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Cheap lamps");
    await look(page, "the form of a rule with several conditions");
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await layoutFaults(page, true)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await save();
    const list = page.getByRole("region", { name: "Rules of all stores" });
    await expect(list.getByText(`${lamps}, with a price under 10 and in Filey`)).toBeVisible();
    expect([await codeOf(id, "RULES3"), await codeOf(id, "RULES4")]).toEqual(["HiddenByRule", "Shown"]);
    const barcodes = { barcode: { is: ["RULES3", "RULES4"] } };
    const when = { all: [barcodes, { price: { under: 10 } }, { store: { is: [id] } }] };
    expect((await ruleOf())?.when).toEqual(when);

    await change("Cheap lamps");
    await dialog.getByRole("combobox", { name: "Price" }).selectOption("from");
    await dialog.getByRole("spinbutton", { name: "Price from" }).fill("10");
    await add("Barcodes or their beginnings");
    await page.keyboard.type("RULES5");
    const second = dialog.getByRole("group", { name: "Condition 4" });
    await expect(second.getByText("Another condition already says this. Put both into one.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Save the rule" })).toBeDisabled();
    await second.getByRole("button", { name: "Remove: with the barcode …" }).click();
    await expect(dialog.getByRole("button", { name: "Add a condition" })).toBeFocused();
    await save();
    await expect(list.getByText(`${lamps}, with a price of 10 or more and in Filey`)).toBeVisible();
    expect([await codeOf(id, "RULES3"), await codeOf(id, "RULES4")]).toEqual(["Shown", "HiddenByRule"]);

    await change("Cheap lamps");
    await dialog.getByRole("button", { name: "Remove: with a price of … or more" }).click();
    await save();
    await expect(list.getByText(`${lamps} and in Filey`)).toBeVisible();
    expect([await codeOf(id, "RULES3"), await codeOf(id, "RULES4")]).toEqual(["HiddenByRule", "HiddenByRule"]);

    await rest("DELETE", `/stores/${id}/channels/webhook`);
    await rest("DELETE", `/stores/${id}`);
    await reload(page);
    await expect(list.getByText(`${lamps} and in a deleted store`)).toBeVisible();
    await change("Cheap lamps");
    await dialog.getByRole("combobox", { name: "Which products" }).selectOption("any");
    await expect(dialog.getByText("A chosen store is deleted. Remove it.")).toBeVisible();
    await dialog.getByRole("button", { name: "Remove a deleted store" }).click();
    await dialog.getByRole("button", { name: "Remove: in …" }).click();
    await save();
    await expect(list.getByText(`${lamps} in all stores`)).toBeVisible();
    expect((await ruleOf())?.when).toEqual({ any: [barcodes] });
  } finally {
    const rule = await ruleOf();
    if (rule) await rest("DELETE", `/rules/${rule.id}`);
    const { data } = await rest<{ data: { id: string }[] }>("GET", "/stores");
    if (data.some((store) => store.id === id)) {
      await rest("DELETE", `/stores/${id}/channels/webhook`);
      await rest("DELETE", `/stores/${id}`);
    }
  }
});
