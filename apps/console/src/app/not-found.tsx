import type { Metadata } from "next";
import { NoticePage } from "../ui/frame/notice-page.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <NoticePage
      title="There is nothing here"
      text="The page does not exist, or it belongs to a shop that you do not work for."
    />
  );
}
