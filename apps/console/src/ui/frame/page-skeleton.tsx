import { Skeleton, Stack } from "@mantine/core";
import { texts } from "./texts.ts";

/** Stands for a page until its data is here. */
export function PageSkeleton() {
  return (
    <Stack gap="lg" role="status" aria-label={texts.loading}>
      <Skeleton height={36} width={220} radius="md" />
      <Skeleton height={120} radius="lg" />
      <Skeleton height={320} radius="lg" />
    </Stack>
  );
}
