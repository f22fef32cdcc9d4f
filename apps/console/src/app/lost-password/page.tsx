import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { environment } from "../../server/environment.ts";
import { LostPassword } from "../../ui/join/lost-password.tsx";
import { texts } from "../../ui/join/texts.ts";

export const generateMetadata = (): Metadata => ({ title: texts.lost });

export default function LostPasswordPage() {
  if (!environment.canMail) notFound();
  return <LostPassword />;
}
