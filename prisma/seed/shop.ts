import { type Actor, type Context, createCaller, createPartner, scopes } from "@highstreet/router";
import { acceptInvitation, createStaffMember, invitePartnerMember } from "@highstreet/router/features/staff/index.ts";

export type Caller = ReturnType<typeof createCaller>;

/** Something that happened in the shop. Steps of the same time run at once. */
export interface Step {
  at: Date;
  run: () => Promise<unknown>;
}

export interface DemoStore {
  externalId: string;
  ids: { retailerId: string; storeId: string };
  storeId: string;
  /** The store has every n-th product of stock.csv, from this one on. */
  everyNth: number;
  from: number;
  /** Days since its first file. */
  since: number;
}

export interface Shop {
  retailerId: string;
  apiKey: string;
  stores: [london: DemoStore, york: DemoStore, edinburgh: DemoStore, brighton: DemoStore];
  /** The server of the tills, with the API key. */
  till: Caller;
  as: Record<"owner" | "manager", Caller>;
  /** The time of a past day, in UTC. */
  at: (daysAgo: number, hour: number, minute?: number) => Date;
}

const place = { country: "GB", areaType: "urban" } as const;
const stores = [
  {
    ...{ ...place, name: "Carnaby Street", externalId: "london", latitude: 51.5127, longitude: -0.1386 },
    ...{ address: "12 Carnaby Street", postcode: "W1F 9PS", city: "London" },
  },
  {
    ...{ ...place, name: "The Shambles", externalId: "york", latitude: 53.9591, longitude: -1.0797 },
    ...{ address: "30 The Shambles", postcode: "YO1 7LX", city: "York" },
  },
  {
    ...{ ...place, name: "Victoria Street", externalId: "edinburgh", latitude: 55.9487, longitude: -3.1939 },
    ...{ address: "24 Victoria Street", postcode: "EH1 2JW", city: "Edinburgh" },
  },
  {
    ...{ ...place, name: "The Lanes", externalId: "brighton", latitude: 50.8217, longitude: -0.141 },
    ...{ address: "8 Meeting House Lane", postcode: "BN1 1HB", city: "Brighton" },
  },
];

const shelves = {
  london: { everyNth: 1, from: 0, since: 28 },
  york: { everyNth: 2, from: 0, since: 28 },
  edinburgh: { everyNth: 3, from: 1, since: 28 },
  brighton: { everyNth: 5, from: 3, since: 10 },
};

/** The e-mail address of the owner. */
export const OWNER = "owner@demo.example";
const invited = [
  { name: "Max Manager", email: "manager@demo.example", role: "manager" },
  { name: "Vera Viewer", email: "viewer@demo.example", role: "viewer" },
] as const;

/** Creates the partner, the retailer with its stores, and the people. @param now the end of the four weeks */
export async function createShop(system: Context, password: string, now: Date): Promise<Shop> {
  const { partnerId, key } = await createPartner(system, { name: "Demo POS" });
  const callerOf = (actor: Actor) => createCaller({ ...system, actor });
  const grant = { scopes: new Set(scopes), retailerIds: null, expiresAt: null };
  const till = callerOf({ kind: "key", keyId: key.id, partnerId, ...grant });
  const retailer = await till.retailers.create({ body: { name: "The Gift Shop", externalId: "gift-shop", stores } });
  const retailerId = retailer.id;

  const staffOf = (userId: string, name: string, role: "owner" | "manager") => {
    const [roles, partners] = [new Map([[retailerId, role]]), new Map([[retailerId, partnerId]])];
    return callerOf({ kind: "staff", userId, name, roles, partners, partnerId, isPartner: false });
  };
  const name = "Olivia Owner";
  const ownerId = await createStaffMember(system, { retailerId, name, email: OWNER, password, role: "owner" });
  const owner = staffOf(ownerId, name, "owner");
  for (const { email, role, ...account } of invited) {
    await accept(system, await owner.staff.invite({ retailerId, email, role }), { ...account, password });
  }
  const { prisma } = system.db;
  const manager = await prisma.user.findUniqueOrThrow({ where: { email: invited[0].email } });

  const storeOf = (externalId: keyof typeof shelves): DemoStore => {
    const storeId = retailer.stores.find((store) => store.externalId === externalId)?.id ?? "";
    return { ...shelves[externalId], externalId, storeId, ids: { retailerId, storeId } };
  };
  return {
    ...{ retailerId, apiKey: key.key, till },
    stores: [storeOf("london"), storeOf("york"), storeOf("edinburgh"), storeOf("brighton")],
    as: { owner, manager: staffOf(manager.id, manager.name, "manager") },
    at: (daysAgo, hour, minute = 0) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - daysAgo, hour, minute)),
  };
}

/** Creates the person of the partner. The seed does this last, so a shop without this person is not complete. */
export async function invitePartner(system: Context, password: string): Promise<void> {
  const partner = await system.db.prisma.partner.findFirstOrThrow();
  const invitation = await invitePartnerMember(system, { partnerId: partner.id, email: "partner@demo.example" });
  await accept(system, invitation, { name: "Petra Partner", password });
}

async function accept(
  system: Context,
  { link }: { link: string | null },
  account: { name: string; password: string },
): Promise<void> {
  await acceptInvitation(system, { token: link?.split("#")[1] ?? "", account });
}
