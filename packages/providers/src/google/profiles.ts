import { invitationMatcher } from "../match-invitation.ts";
import { ProviderError } from "../provider-error.ts";
import type { Invitation, Profile, Standing, WaitingLocation } from "../search-provider.ts";
import type { CallGoogle } from "./call.ts";

interface Location {
  title?: string;
  storeCode?: string;
  labels?: string[];
  storefrontAddress?: { addressLines?: string[]; locality?: string; postalCode?: string; regionCode?: string };
  latlng?: { latitude: number; longitude: number };
  metadata?: { placeId?: string; hasVoiceOfMerchant?: boolean };
}

interface VoiceOfMerchantState {
  hasVoiceOfMerchant?: boolean;
  waitForVoiceOfMerchant?: object;
  verify?: object;
  resolveOwnershipConflict?: object;
  complyWithGuidelines?: object;
}

const READ_MASK = "name,title,storeCode,labels,storefrontAddress,latlng,metadata";
/** Business Profile APIs, "Usage limits". Google does not raise this limit. */
const EDITS_PER_MINUTE = 10;

function standingOf(state: VoiceOfMerchantState): Standing {
  if (state.hasVoiceOfMerchant) return "good";
  if (state.complyWithGuidelines) return "suspended";
  if (state.resolveOwnershipConflict) return "conflict";
  return state.verify ? "unverified" : "in_review";
}

function oneLine(address: Location["storefrontAddress"]): string {
  const { addressLines = [], locality, postalCode, regionCode } = address ?? {};
  return [...addressLines, locality, postalCode, regionCode].filter(Boolean).join(", ");
}

/** Business Information API, and the Verifications API for a profile with a problem. */
export function createProfiles(call: CallGoogle) {
  /** @returns null if we have no access */
  async function readLocation(locationId: string): Promise<Location | null> {
    try {
      return await call<Location>({
        service: "profiles",
        method: "GET",
        path: `/v1/locations/${locationId}`,
        query: { readMask: READ_MASK },
      });
    } catch (error) {
      if (isNoAccess(error)) return null;
      throw error;
    }
  }

  async function readStanding(locationId: string): Promise<Standing> {
    const path = `/v1/locations/${locationId}/VoiceOfMerchantState`;
    return standingOf(await call<VoiceOfMerchantState>({ service: "verifications", method: "GET", path }));
  }

  return {
    async readProfile(locationId: string): Promise<Profile | null> {
      const location = await readLocation(locationId);
      if (!location) return null;
      return {
        locationId,
        name: location.title ?? "",
        address: oneLine(location.storefrontAddress),
        storeCode: location.storeCode || null,
        labels: location.labels,
        placeId: location.metadata?.placeId ?? null,
        latitude: location.latlng?.latitude ?? null,
        longitude: location.latlng?.longitude ?? null,
        standing: location.metadata?.hasVoiceOfMerchant ? "good" : await readStanding(locationId),
      };
    },

    async setStoreCode(locationId: string, storeCode: string): Promise<void> {
      await call({
        service: "profiles",
        method: "PATCH",
        path: `/v1/locations/${locationId}`,
        query: { updateMask: "storeCode" },
        body: { storeCode },
        buckets: [{ name: `google:edits:${locationId}`, perMinute: EDITS_PER_MINUTE }],
      });
    },
  };
}

interface InvitationAnswer {
  name: string;
  role: string;
  targetType: string;
  targetLocation?: { locationName?: string; address?: string };
}

interface Admin {
  name: string;
  account?: string;
}

/** We have no access, or the record does not exist. Google does not distinguish the two. */
export const isNoAccess = (error: unknown): boolean => error instanceof ProviderError && error.kind === "no-access";

/** Account Management API: the managers of a location. `group` is `accounts/{id}`. */
export function createProfileAccess(call: CallGoogle, group: string) {
  return {
    async findInvitations(waiting: readonly WaitingLocation[]): Promise<Invitation[]> {
      if (waiting.length === 0) return [];
      const { invitations = [] } = await call<{ invitations?: InvitationAnswer[] }>({
        service: "accounts",
        method: "GET",
        path: `/v1/${group}/invitations`,
        query: { filter: "target_type=LOCATIONS_ONLY" },
      });
      // The syntax of the filter is not documented.
      const forLocations = invitations.filter(({ targetType }) => targetType === "LOCATIONS_ONLY");
      const match = invitationMatcher(waiting);
      return forLocations.map(({ name, targetLocation }) => {
        const place = { locationName: targetLocation?.locationName ?? "", address: targetLocation?.address ?? "" };
        return { id: name, ...place, fits: match(place) };
      });
    },

    async acceptInvitation(invitationId: string): Promise<void> {
      try {
        const path = `/v1/${invitationId}:accept`;
        await call({ service: "accounts", method: "POST", path, body: {}, isRepeatable: true });
      } catch (error) {
        // The invitation was accepted before, or withdrawn.
        if (!isNoAccess(error)) throw error;
      }
    },

    async giveUpAccess(locationId: string): Promise<void> {
      try {
        const path = `/v1/locations/${locationId}/admins`;
        const { admins = [] } = await call<{ admins?: Admin[] }>({ service: "accounts", method: "GET", path });
        const ours = admins.find(({ account }) => account === group);
        if (!ours) return;
        await call({ service: "accounts", method: "DELETE", path: `/v1/${ours.name}` });
      } catch (error) {
        if (!isNoAccess(error)) throw error;
      }
    },
  };
}
