import { type ErrorCode, errorGuide, statusOf } from "@highstreet/router";
import { titleOf } from "../problem.ts";
import { html } from "./page.ts";

const style = `
  :root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; }
  body { max-width: 46rem; margin: 3rem auto; padding: 0 1.25rem; overflow-wrap: anywhere; }
  h1 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-bottom: 1px solid #8884; padding-bottom: .3rem; }
  article { scroll-margin-top: 1rem; padding: .25rem .75rem; margin: .75rem -.75rem; border-radius: .5rem; }
  article:target { background: #f0b42933; outline: 2px solid #c98a00; }
  h3 { margin: .4rem 0; } h3 a { color: inherit; text-decoration: none; } h3 a:hover { text-decoration: underline; }
  h3 small { font-weight: 400; opacity: .75; } p { margin: .3rem 0; }
  code { font: .9em ui-monospace, monospace; background: #8882; padding: .1em .3em; border-radius: .25em; }
`;

function article(code: ErrorCode): string {
  const { meaning, remedy } = errorGuide[code];
  return `<article id="${code}">
<h3><a href="#${code}">${code}</a> <small>${statusOf[code]} · ${html(titleOf(code))}</small></h3>
<p>${html(meaning)}</p>
<p><b>What to do:</b> ${html(remedy)}</p>
</article>`;
}

/** The page behind the `type` of a problem: every code, its meaning and its remedy. */
export function errorsPage(): string {
  const codes = Object.keys(statusOf) as ErrorCode[];
  const sections = [...Map.groupBy(codes, (code) => statusOf[code])].map(
    ([status, ofStatus]) => `<h2>${status}</h2>\n${ofStatus.map(article).join("\n")}`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors · Highstreet API</title>
<style>${style}</style>
</head>
<body>
<main>
<p><a href="/docs/">API reference</a></p>
<h1>Errors</h1>
<p>The answer to a failed call is <code>application/problem+json</code> (RFC 9457). <code>code</code> is the kind of error,
<code>detail</code> explains it for your call, and <code>requestId</code> identifies the call in questions to us.</p>
${sections.join("\n")}
</main>
</body>
</html>
`;
}
