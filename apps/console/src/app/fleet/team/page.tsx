import type { Metadata } from "next";
import { partnerOf } from "../../../server/caller.ts";
import { Prefetched } from "../../../server/prefetched.tsx";
import { texts } from "../../../ui/fleet/texts.ts";
import { Team } from "../../../ui/team/team.tsx";

export const generateMetadata = (): Metadata => ({ title: texts.team });

export default async function PartnerTeamPage() {
  await partnerOf();
  return (
    <Prefetched load={(trpc, queries) => [queries.prefetchQuery(trpc.staff.list.queryOptions({}))]}>
      <Team />
    </Prefetched>
  );
}
