import type { Metadata } from "next";
import { partnerOf } from "../../server/caller.ts";
import { Prefetched } from "../../server/prefetched.tsx";
import { Fleet } from "../../ui/fleet/fleet.tsx";
import { texts } from "../../ui/fleet/texts.ts";

export const generateMetadata = (): Metadata => ({ title: texts.title });

export default async function FleetPage() {
  const { name } = await partnerOf();
  return (
    <Prefetched load={(trpc, queries) => [queries.prefetchQuery(trpc.fleet.list.queryOptions({ q: "" }))]}>
      <Fleet partner={name} />
    </Prefetched>
  );
}
