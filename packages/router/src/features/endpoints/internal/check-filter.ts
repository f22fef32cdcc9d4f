import type { Tx } from "@highstreet/db";
import { type FieldError, validationFailed } from "../../../kernel/errors.ts";
import type { CreateEndpoint } from "../endpoints.schema.ts";
import type { Owner } from "./endpoint-record.ts";

type Filter = CreateEndpoint["filter"];

function unknownIds(
  name: string,
  given: readonly string[],
  known: readonly { id: string }[],
  of: string,
): FieldError[] {
  const ids = new Set(known.map(({ id }) => id));
  return given.flatMap((id, n) => {
    const message = `is no id of ${of}`;
    return ids.has(id) ? [] : [{ pointer: `/filter/${name}/${n}`, code: "InvalidValue", message }];
  });
}

/**
 * Before the transaction of the change, because a distributed database writes no endpoint after a read of several machines. A retailer
 * or a store that is deleted meanwhile only has no events.
 * @throws ValidationFailed for ids that are not the owner's
 */
export async function checkFilter({ prisma }: Pick<Tx, "prisma">, owner: Owner, filter: Filter): Promise<void> {
  const { retailerIds = null, storeIds = null } = filter ?? {};
  if (retailerIds && owner.retailerId !== null) {
    const message = "is only for the endpoint of a partner";
    throw validationFailed([{ pointer: "/filter/retailerIds", code: "InvalidValue", message }]);
  }
  const { partnerId, isTest } = owner;
  const ofPartner = { partnerId, ...(isTest !== undefined && { isTest }) };
  const retailers =
    retailerIds &&
    (await prisma.retailer.findMany({ where: { ...ofPartner, id: { in: retailerIds } }, select: { id: true } }));
  const ofRetailers = owner.retailerId ?? (retailerIds && { in: retailerIds });
  const stores =
    storeIds &&
    (await prisma.store.findMany({
      where: { id: { in: storeIds }, retailer: ofPartner, ...(ofRetailers && { retailerId: ofRetailers }) },
      select: { id: true },
    }));
  const errors = [
    ...unknownIds("retailerIds", retailerIds ?? [], retailers ?? [], "a retailer of the partner"),
    ...unknownIds("storeIds", storeIds ?? [], stores ?? [], "a store of these retailers"),
  ];
  if (errors.length) throw validationFailed(errors);
}
