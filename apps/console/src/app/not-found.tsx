import type { Metadata } from "next";
import { NoticePage } from "../ui/parts/notice-page.tsx";
import { texts } from "../ui/parts/texts.ts";

export const generateMetadata = (): Metadata => ({ title: texts.notFound.page });

export default function NotFound() {
  return <NoticePage title={texts.notFound.title} text={texts.notFound.text} />;
}
