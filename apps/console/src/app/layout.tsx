import "@fontsource-variable/inter/wght.css";
import "@mantine/core/styles.css";
import "./globals.css";
import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { LanguageOfPage } from "../languages/language-of-page.tsx";
import { AppProviders } from "../ui/parts/app-providers.tsx";
import { texts } from "../ui/parts/texts.ts";

// The language differs by request, so no page is made at the build.
export const dynamic = "force-dynamic";

export const generateMetadata = (): Metadata => ({
  title: { default: texts.name, template: `%s · ${texts.name}` },
  description: texts.description,
});

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#171c19" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html lang={texts.locale} {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      </head>
      <body>
        <LanguageOfPage>
          <AppProviders nonce={nonce}>{children}</AppProviders>
        </LanguageOfPage>
      </body>
    </html>
  );
}
