import type { Metadata } from "next";
import { Join } from "../../ui/join/join.tsx";
import { texts } from "../../ui/join/texts.ts";

export const generateMetadata = (): Metadata => ({ title: texts.join });

export default function JoinPage() {
  return <Join />;
}
