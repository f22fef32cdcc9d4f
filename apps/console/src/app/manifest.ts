import type { MetadataRoute } from "next";
import { texts } from "../ui/parts/texts.ts";

export const dynamic = "force-dynamic";

/** Lets a phone install the console. e2e/draw-icons.ts draws the icons. */
export default function manifest(): MetadataRoute.Manifest {
  const icon = (size: number) => ({ src: `/icons/${size}.png`, sizes: `${size}x${size}`, type: "image/png" });
  return {
    id: "/",
    name: texts.name,
    description: texts.description,
    lang: texts.locale,
    start_url: "/",
    display: "standalone",
    background_color: "#ffffff",
    theme_color: "#14614a",
    icons: [icon(192), icon(512), { ...icon(512), src: "/icons/maskable.png", purpose: "maskable" }],
  };
}
