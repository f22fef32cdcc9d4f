import { pageTitle } from "../../../../server/page-title.ts";
import { Prefetched } from "../../../../server/prefetched.tsx";
import { Settings } from "../../../../ui/settings/settings.tsx";
import { texts } from "../../../../ui/settings/texts.ts";

export const generateMetadata = pageTitle(texts.title);

export default async function SettingsPage({ params }: PageProps<"/shops/[retailerId]/settings">) {
  const { retailerId } = await params;
  return (
    <Prefetched
      load={(trpc, queries) => [
        queries.prefetchQuery(trpc.retailers.get.queryOptions({ retailerId })),
        queries.prefetchQuery(trpc.alerts.get.queryOptions({ retailerId })),
      ]}
    >
      <Settings />
    </Prefetched>
  );
}
