import { PageSkeleton } from "../../ui/parts/page-head.tsx";

export default function Loading() {
  return <PageSkeleton />;
}
