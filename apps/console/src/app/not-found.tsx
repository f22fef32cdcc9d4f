import type { Metadata } from "next";
import { NoticePage } from "../ui/frame/notice-page.tsx";
import { texts } from "../ui/frame/texts.ts";

export const metadata: Metadata = { title: texts.notFound.page };

export default function NotFound() {
  return <NoticePage title={texts.notFound.title} text={texts.notFound.text} />;
}
