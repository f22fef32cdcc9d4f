import { texts as shared } from "../parts/texts.ts";
import { texts } from "./texts.ts";

const CACHE = "offline";
const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:0 auto;padding:1.5rem}
table{width:100%;border-collapse:collapse}th,td{padding:.4rem;text-align:left;border-bottom:1px solid #8884;overflow-wrap:anywhere}
td:nth-child(n+3){white-space:nowrap}a{display:inline-block;min-height:44px;line-height:44px;color:inherit}
@media(max-width:40rem){thead{display:none}tr{display:block;padding:.5rem 0;border-bottom:1px solid #8884}td{display:inline-block;padding:0 .8rem 0 0;
border:0}td:first-child{display:block;font-weight:600}td+td::before{content:attr(data-label) " ";opacity:.75}}`;

export interface KeptList {
  /** What the list has: the store or all stores, and the time. */
  of: string;
  /** The cells of each product, in the order of the columns of the texts. */
  rows: string[][];
}

/** The page without scripts. Texts of products are texts, never markup. */
function pageOf(list: KeptList | undefined): string {
  const page = document.implementation.createHTMLDocument(texts.title);
  page.documentElement.lang = shared.locale;
  page.head.append(
    Object.assign(page.createElement("meta"), { name: "viewport", content: "width=device-width, initial-scale=1" }),
  );
  const add = (to: Element, tag: string, text = ""): HTMLElement => {
    const element = Object.assign(page.createElement(tag), { textContent: text });
    to.append(element);
    return element;
  };
  const main = add(page.body, "main");
  add(main, "h1", texts.title);
  add(main, "p", list ? `${texts.text} ${texts.list(list.of)}` : texts.text);
  add(main, "a", shared.tryAgain).setAttribute("href", "");
  if (list) {
    const table = add(main, "table");
    const head = add(add(table, "thead"), "tr");
    for (const column of texts.columns) add(head, "th", column);
    const body = add(table, "tbody");
    for (const row of list.rows) {
      const line = add(body, "tr");
      for (const [n, cell] of row.entries()) add(line, "td", cell).dataset.label = texts.columns[n] ?? "";
    }
  }
  // As text, because the policy of the page that makes this one allows no inline style.
  return `<!doctype html>${page.documentElement.outerHTML.replace("</head>", `<style>${style}</style></head>`)}`;
}

/** The start of the worker, a list and a sign-out change the page in the order of their calls, in all tabs. */
const inTurn = <T>(change: () => Promise<T>): Promise<T> => navigator.locks.request(CACHE, change);

async function put(list?: KeptList): Promise<void> {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  };
  const cache = await caches.open(CACHE);
  await cache.put("/offline", new Response(pageOf(list), { headers }));
}

/** Keeps the page that the browser shows without a connection. */
export const keepOfflinePage = (list: KeptList): Promise<void> => inTurn(() => put(list));

/** Forgets the list, because the person leaves. It never fails: a browser that keeps no page must not stop a sign-out. */
export async function forgetOfflineList(): Promise<void> {
  if (!("caches" in window)) return;
  await inTurn(async () => {
    if (await caches.has(CACHE)) await put();
    // Without room for a new page, the old one goes.
  }).catch(() => caches.delete(CACHE).catch(() => false));
}

/** Registers the worker. */
export async function startOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await inTurn(async () => {
    if (!(await caches.has(CACHE))) await put();
  });
  await navigator.serviceWorker.register("/offline-worker.js");
}
