import { invitationMatcher } from "../match-invitation.ts";
import { ProviderError } from "../provider-error.ts";
import type { Invitation, WaitingLocation } from "../search-provider.ts";
import type { CallGoogle } from "./call.ts";

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

/**
 * Whether a call failed because we have no access or the record does not exist. Google does not distinguish the two.
 */
export const isNoAccess = (error: unknown): boolean => error instanceof ProviderError && error.kind === "no-access";

/** My Business Account Management API: the managers of a location. `group` is `accounts/{id}`. */
export function createProfileAccess(call: CallGoogle, group: string) {
  return {
    async findInvitations(waiting: readonly WaitingLocation[]): Promise<Invitation[]> {
      if (waiting.length === 0) return [];
      const { invitations = [] } = await call<{ invitations?: InvitationAnswer[] }>({
        service: "accounts",
        method: "GET",
        path: `/v1/${group}/invitations`,
        query: { filter: "target_type=LOCATIONS_ONLY" },
        isRepeatable: true,
      });
      // The syntax of the filter is not documented, so the result is filtered again.
      const forLocations = invitations.filter(({ targetType }) => targetType === "LOCATIONS_ONLY");
      const match = invitationMatcher(waiting);
      return forLocations.map(({ name, targetLocation }) => {
        const place = { locationName: targetLocation?.locationName ?? "", address: targetLocation?.address ?? "" };
        return { id: name, ...place, fits: match(place) };
      });
    },

    async acceptInvitation(invitationId: string): Promise<void> {
      try {
        await call({
          service: "accounts",
          method: "POST",
          path: `/v1/${invitationId}:accept`,
          body: {},
          isRepeatable: true,
        });
      } catch (error) {
        // The invitation was accepted before, or withdrawn. Reading the profile shows which.
        if (!isNoAccess(error)) throw error;
      }
    },

    async giveUpAccess(locationId: string): Promise<void> {
      try {
        const { admins = [] } = await call<{ admins?: Admin[] }>({
          service: "accounts",
          method: "GET",
          path: `/v1/locations/${locationId}/admins`,
          isRepeatable: true,
        });
        const ours = admins.find(({ account }) => account === group);
        if (!ours) return;
        await call({ service: "accounts", method: "DELETE", path: `/v1/${ours.name}`, isRepeatable: true });
      } catch (error) {
        if (!isNoAccess(error)) throw error;
      }
    },
  };
}
