import { type NextRequest, NextResponse } from "next/server";

/** Gives each page its path and a content security policy with a new nonce. security-headers.ts has the other headers. */
export function proxy(request: NextRequest): NextResponse {
  const development = process.env.NODE_ENV === "development";
  const nonce = Buffer.from(crypto.randomUUID()).toString("base64");
  const policy = [
    "default-src 'self'",
    // The reader of barcodes is WebAssembly. Links keep the policy of the first page, so every page has this.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic' 'wasm-unsafe-eval'${development ? " 'unsafe-eval'" : ""}`,
    // Next's development overlay has styles without a nonce.
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Mantine sets its variables in style attributes.
    "style-src-attr 'unsafe-inline'",
    // Pictures of products are on the shops' own hosts.
    "img-src 'self' data: https: http:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    // Scripts send all forms. A form that the browser sends by itself would put its fields into the address.
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("x-path", request.nextUrl.pathname + request.nextUrl.search);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

export const config = { matcher: ["/((?!api/|_next/static|_next/image|demo/|icon.svg).*)"] };
