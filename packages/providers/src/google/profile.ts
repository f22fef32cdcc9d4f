import type { Profile, Standing } from "../search-provider.ts";
import type { CallGoogle } from "./call.ts";
import { isNoAccess } from "./profile-access.ts";

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

/** My Business Business Information API, and the Verifications API for a profile with a problem. */
export function createProfiles(call: CallGoogle) {
  /** @returns null if we have no access. An error of the other service does not mean that */
  async function readLocation(locationId: string): Promise<Location | null> {
    try {
      return await call<Location>({
        service: "profiles",
        method: "GET",
        path: `/v1/locations/${locationId}`,
        query: { readMask: READ_MASK },
        isRepeatable: true,
      });
    } catch (error) {
      if (isNoAccess(error)) return null;
      throw error;
    }
  }

  async function readStanding(locationId: string): Promise<Standing> {
    const path = `/v1/locations/${locationId}/VoiceOfMerchantState`;
    return standingOf(
      await call<VoiceOfMerchantState>({ service: "verifications", method: "GET", path, isRepeatable: true }),
    );
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
        isRepeatable: true,
      });
    },
  };
}
