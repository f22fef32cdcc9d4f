import type { Metadata } from "next";
import { partnerOf } from "../../../server/caller.ts";
import { Prefetched } from "../../../server/prefetched.tsx";
import { Endpoints } from "../../../ui/endpoints/endpoints.tsx";
import { texts } from "../../../ui/endpoints/texts.ts";

export const generateMetadata = (): Metadata => ({ title: texts.title });

export default async function PartnerEndpointsPage() {
  await partnerOf();
  const input = { page: { size: 50 } };
  return (
    <Prefetched load={(trpc, queries) => [queries.prefetchQuery(trpc.partnerEndpoints.list.queryOptions(input))]}>
      <Endpoints />
    </Prefetched>
  );
}
