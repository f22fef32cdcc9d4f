import type { CallGoogle, GoogleCall } from "./call.ts";

/** All pages of a list in order. Each answer has the token of the next page. */
export async function* pagesOf<Page extends { nextPageToken?: string }>(
  call: CallGoogle,
  list: Omit<GoogleCall, "method" | "isRepeatable">,
): AsyncGenerator<Page> {
  let pageToken: string | undefined;
  do {
    const query = { ...list.query, ...(pageToken ? { pageToken } : {}) };
    const page = await call<Page>({ ...list, method: "GET", query, isRepeatable: true });
    yield page;
    pageToken = page.nextPageToken;
  } while (pageToken);
}
