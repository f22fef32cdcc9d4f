import { denied, Fault, invalid, notFound, quotaFault } from "./fault.ts";
import { checkMask, checkMessage, type Message, optional, output, required } from "./message.ts";
import type { Asked, Route } from "./route.ts";
import { type FakeLocation, invite, isManagedBy, timeOf, type World } from "./world.ts";

const ROLES = ["PRIMARY_OWNER", "OWNER", "MANAGER", "SITE_MANAGER"];
const ADMIN: Message = {
  name: optional("string"),
  admin: optional("string"),
  account: optional("string"),
  role: required({ oneOf: ROLES }),
  pendingInvitation: output("bool"),
};
const LOCATION: Message = { name: optional("string"), title: optional("string"), storeCode: optional("string") };
const READABLE = [
  "name",
  "title",
  "storeCode",
  "labels",
  "storefrontAddress",
  "latlng",
  "metadata",
  "phoneNumbers",
  "websiteUri",
];
const WRITABLE = ["title", "storeCode", "phoneNumbers", "websiteUri"];
const MAX_STORE_CODE = 64;
const MAX_INVITATIONS = 1_000;
const MAX_A_PAGE = 100;

function ours(world: World, id = ""): FakeLocation {
  const location = world.locations.get(id);
  if (!location) throw notFound();
  if (!isManagedBy(location, world.group)) throw denied();
  return location;
}

function present(id: string, location: FakeLocation, mask: string | undefined): object {
  const { title, storeCode, labels, addressLines, locality, postalCode, regionCode, latitude, longitude, placeId } =
    location;
  const full: Record<string, unknown> = {
    name: `locations/${id}`,
    title,
    ...(storeCode ? { storeCode } : {}),
    ...(labels.length ? { labels } : {}),
    storefrontAddress: { addressLines, locality, postalCode, regionCode },
    latlng: { latitude, longitude },
    metadata: { placeId, ...(location.standing === "good" ? { hasVoiceOfMerchant: true } : {}) },
  };
  const fields = checkMask(mask, READABLE, "readMask");
  return Object.fromEntries(Object.entries(full).filter(([name]) => fields.includes(name)));
}

const STANDINGS: Record<FakeLocation["standing"], object> = {
  good: { hasVoiceOfMerchant: true, hasBusinessAuthority: true },
  in_review: { waitForVoiceOfMerchant: {} },
  unverified: { verify: { hasPendingVerification: false } },
  conflict: { resolveOwnershipConflict: {} },
  suspended: { complyWithGuidelines: { recommendationReason: "BUSINESS_LOCATION_SUSPENDED" } },
};

function listInvitations({ world, params, query }: Asked) {
  if (`accounts/${params.group}` !== world.group) throw denied();
  if (query.filter !== undefined && !/^target_type ?= ?"?(LOCATIONS_ONLY|ACCOUNTS_ONLY)"?$/.test(query.filter)) {
    throw invalid("Invalid filter.");
  }
  const isForAccounts = query.filter?.includes("ACCOUNTS_ONLY");
  const mine = [...world.invitations].filter(([name]) => name.startsWith(`${world.group}/`) && !isForAccounts);
  if (mine.length === 0) return {};
  const invitations = mine.slice(0, MAX_INVITATIONS).map(([name, { locationId, role }]) => {
    const { title = "", addressLines = [], locality, postalCode } = world.locations.get(locationId) ?? {};
    const address = [...addressLines, locality, postalCode].join(", ");
    return { name, role, targetType: "LOCATIONS_ONLY", targetLocation: { locationName: title, address } };
  });
  return { invitations };
}

function acceptInvitation({ world, params, body }: Asked) {
  checkMessage(body ?? {}, {});
  const name = `accounts/${params.group}/invitations/${params.invitation}`;
  const invitation = world.invitations.get(name);
  if (!invitation) throw notFound();
  world.invitations.delete(name);
  const admins = world.locations.get(invitation.locationId)?.admins.values() ?? [];
  for (const admin of admins) if (admin.account === `accounts/${params.group}`) admin.isPending = false;
  return {};
}

function createAdmin({ world, params, body }: Asked) {
  checkMessage(body, ADMIN);
  const location = world.locations.get(params.location ?? "");
  if (!location) throw notFound();
  const account = String(body.account ?? "");
  if (!/^accounts\/[0-9]+$/.test(account) && !body.admin) throw invalid("[account] or [admin] is required");
  const id = invite(world, params.location ?? "", account, String(body.role));
  return { name: `locations/${params.location}/admins/${id}`, account, role: body.role, pendingInvitation: true };
}

function patchLocation({ world, params, query, body }: Asked) {
  const location = ours(world, params.location);
  checkMessage(body, LOCATION);
  const mask = checkMask(query.updateMask, WRITABLE);
  const now = timeOf(world);
  location.edits = location.edits.filter((at) => now - at < 60_000);
  if (location.edits.length >= world.quota.editsPerMinute) throw quotaFault("edits", world.quota.editsPerMinute);
  location.edits.push(now);
  if (mask.includes("storeCode")) {
    const storeCode = String(body.storeCode ?? "");
    if (storeCode.length > MAX_STORE_CODE) throw invalid("store_code is too long");
    const isTaken = [...world.locations].some(
      ([id, other]) => id !== params.location && storeCode && other.storeCode === storeCode,
    );
    if (isTaken) throw new Fault(409, "ALREADY_EXISTS", "Another location of the account has this store_code.");
    if (query.validateOnly !== "true") location.storeCode = storeCode;
  }
  return query.validateOnly === "true" ? {} : present(params.location ?? "", location, "name,title,storeCode");
}

function listLocations({ world, params, query }: Asked) {
  if (`accounts/${params.group}` !== world.group) throw denied();
  const size = Number(query.pageSize ?? 10);
  if (!Number.isInteger(size) || size < 1 || size > MAX_A_PAGE) throw invalid("pageSize must be 1 to 100");
  const mine = [...world.locations].filter(([, location]) => isManagedBy(location, world.group));
  const from = Number(query.pageToken ?? 0);
  const locations = mine.slice(from, from + size).map(([id, location]) => present(id, location, query.readMask));
  return { locations, ...(from + size < mine.length ? { nextPageToken: String(from + size) } : {}) };
}

export const profileRoutes: Route[] = [
  {
    service: "accounts",
    method: "GET",
    path: "/v1/accounts/{group}/invitations",
    query: ["filter"],
    handle: listInvitations,
  },
  {
    service: "accounts",
    method: "POST",
    path: "/v1/accounts/{group}/invitations/{invitation}:accept",
    handle: acceptInvitation,
  },
  { service: "accounts", method: "POST", path: "/v1/locations/{location}/admins", handle: createAdmin },
  {
    service: "accounts",
    method: "GET",
    path: "/v1/locations/{location}/admins",
    handle: ({ world, params }) => ({
      admins: [...ours(world, params.location).admins].map(([id, { account, role, isPending }]) => ({
        name: `locations/${params.location}/admins/${id}`,
        account,
        role,
        ...(isPending ? { pendingInvitation: true } : {}),
      })),
    }),
  },
  {
    service: "accounts",
    method: "DELETE",
    path: "/v1/locations/{location}/admins/{admin}",
    handle: ({ world, params }) => {
      if (!ours(world, params.location).admins.delete(params.admin ?? "")) throw notFound();
      return {};
    },
  },
  {
    service: "profiles",
    method: "GET",
    path: "/v1/locations/{location}",
    query: ["readMask"],
    handle: ({ world, params, query }) => present(params.location ?? "", ours(world, params.location), query.readMask),
  },
  {
    service: "profiles",
    method: "GET",
    path: "/v1/accounts/{group}/locations",
    query: ["readMask", "pageSize", "pageToken"],
    handle: listLocations,
  },
  {
    service: "profiles",
    method: "PATCH",
    path: "/v1/locations/{location}",
    query: ["updateMask", "validateOnly"],
    handle: patchLocation,
  },
  {
    service: "verifications",
    method: "GET",
    path: "/v1/locations/{location}/VoiceOfMerchantState",
    handle: ({ world, params }) => STANDINGS[ours(world, params.location).standing],
  },
];
