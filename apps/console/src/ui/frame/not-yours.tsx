import { Notice } from "./notice.tsx";
import page from "./page.module.css";
import { PageHead } from "./page-head.tsx";

/** Replaces a page that the role of the person does not allow. */
export function NotYours({ title, text }: { title: string; text: string }) {
  return (
    <div className={page.page}>
      <PageHead title={title} text="" />
      <Notice tone="info">{text}</Notice>
    </div>
  );
}
