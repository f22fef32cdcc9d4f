import { feedOf } from "./files.ts";
import type { Caller, Shop, Step } from "./shop.ts";

/** Lines of the till that are no products. */
const NO_PRODUCTS = ["POST", "DOT", "M", "D", "C2", "BANK CHARGES"];

/** What the people of the shop did in four weeks. */
export function peopleSteps({ at, as: { owner, manager }, retailerId, stores }: Shop): Step[] {
  const [, york, edinburgh, brighton] = stores;
  const edit = (who: Caller, barcode: string, body: object, storeId?: string) =>
    who.customizations.edit({ retailerId, barcode, body, ...(storeId && { storeId }) });
  const hide = async (who: Caller, barcodes: string[], storeId?: string) => {
    const body = { filter: { barcodes, ...(storeId && { storeId }) }, edit: { hidden: true } };
    const { selection } = await who.operations.planEdit({ retailerId, body });
    return who.operations.editByFilter({ retailerId, body: { ...body, selection } });
  };
  const undoLast = async (who: Caller, action: "customization.create" | "customization.update") => {
    const { data } = await who.history.list({ retailerId, page: { size: 1 }, action });
    if (data[0]) await who.history.revert({ retailerId, entryId: data[0].id });
  };
  const importEdits = async (who: Caller, lines: string[]) => {
    const { selection } = await who.operations.planImport({ retailerId, feed: feedOf(lines) });
    await who.operations.importEdits({ retailerId, feed: feedOf(lines), selection });
  };
  let tooEarly: string | undefined;
  const until = at(-5, 8).toISOString();

  return [
    { at: at(27, 9, 40), run: () => hide(owner, NO_PRODUCTS) },
    { at: at(26, 11, 5), run: () => edit(owner, "22699", { brand: "Kilnfield Roses" }) },
    {
      at: at(24, 15, 20),
      run: () =>
        edit(manager, "22838", {
          title: "Cake tin in red and cream, three tiers",
          description: "Three tins that stand on each other. One lid closes all of them.",
        }),
    },
    {
      at: at(8, 10, 12),
      run: async () => {
        const found = await hide(manager, ["22599", "22577", "22732", "35598D"], brighton.storeId);
        tooEarly = "id" in found ? found.id : undefined;
      },
    },
    {
      at: at(6, 8, 30),
      run: async () => tooEarly && owner.operations.revert({ retailerId, operationId: tooEarly }),
    },
    {
      at: at(16, 16, 45),
      run: () =>
        importEdits(manager, [
          "Barcode,Title,Brand",
          "21731,Toadstool night light in red,Wickbourne",
          "22617,Baking set for small astronauts,Merrybank",
          "22139,Tea set with dots,Kilnfield",
          "21212,Cake cases with dots,Merrybank",
          "84879,Bird ornament in many colours,Juniper Gate",
        ]),
    },
    { at: at(13, 12, 2), run: () => edit(manager, "22960", { title: "Jam set: jars, lids and labels" }) },
    { at: at(13, 12, 9), run: () => undoLast(manager, "customization.create") },
    { at: at(9, 9, 15), run: () => edit(owner, "22499", { hidden: true }, york.storeId) },
    { at: at(7, 14, 30), run: () => edit(owner, "22499", { hidden: false }, york.storeId) },
    { at: at(5, 10, 20), run: () => edit(manager, "22114", { hiddenUntil: until }) },
    { at: at(3, 11, 48), run: () => edit(manager, "20725", { hiddenWhile: { quantityUnder: 5 } }) },
    { at: at(1, 14, 55), run: () => edit(owner, "22457", { channels: ["search"] }) },
    { at: at(1, 16, 10), run: () => hide(manager, ["22865", "22632"], edinburgh.storeId) },
  ];
}
