import { PageSkeleton } from "../../ui/frame/page-skeleton.tsx";

export default function Loading() {
  return <PageSkeleton />;
}
