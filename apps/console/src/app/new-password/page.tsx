import type { Metadata } from "next";
import { NewPassword } from "../../ui/join/new-password.tsx";
import { texts } from "../../ui/join/texts.ts";

export const generateMetadata = (): Metadata => ({ title: texts.newPassword });

export default function NewPasswordPage() {
  return <NewPassword />;
}
