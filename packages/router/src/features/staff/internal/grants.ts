import type { Tx } from "@highstreet/db";
import { validationFailed } from "../../../kernel/errors.ts";
import type { Role } from "../../../kernel/roles.schema.ts";

/** What a person may do at a retailer. `stores`: only there; null: in all stores. */
export interface Grant {
  role: Role;
  stores: string[] | null;
}

interface Columns<Stored> {
  role: Stored;
  storeRole: Role | null;
  storeIds: string[];
}

export const grantOf = <Stored extends Role | null>({ role, storeRole, storeIds }: Columns<Stored>) =>
  storeRole ? { role: storeRole, stores: storeIds } : { role, stores: null };

/** A release that knows no stores reads `role`. So it gives a person of chosen stores no write. */
export const columnsOf = ({ role, stores }: Grant): Columns<Role> =>
  stores ? { role: "viewer", storeRole: role, storeIds: stores } : { role, storeRole: null, storeIds: [] };

/** The stores by name. Deleted ones are left out. */
export function namedStores({ prisma }: Pick<Tx, "prisma">, retailerId: string, ids: string[]) {
  const where = { retailerId, id: { in: ids } };
  return prisma.store.findMany({ where, select: { id: true, name: true }, orderBy: [{ name: "asc" }, { id: "asc" }] });
}

/** @throws ValidationFailed for a store that the retailer does not have, and for stores of an owner */
export async function checkGrant(tx: Pick<Tx, "prisma">, retailerId: string, { role, stores }: Grant): Promise<Grant> {
  if (!stores) return { role, stores };
  const found = await namedStores(tx, retailerId, stores);
  const message =
    role === "owner"
      ? "must be left out, because an owner is of all stores"
      : found.length < new Set(stores.map((id) => id.toLowerCase())).size &&
        "names a store that the retailer does not have";
  if (message) throw validationFailed([{ pointer: "/stores", code: "InvalidValue", message }]);
  return { role, stores: found.map(({ id }) => id) };
}
