import { Skeleton, Stack } from "@mantine/core";

/** Stands for a page until its data is here. */
export function PageSkeleton() {
  return (
    <Stack gap="lg" role="status" aria-label="Loading">
      <Skeleton height={36} width={220} radius="md" />
      <Skeleton height={120} radius="lg" />
      <Skeleton height={320} radius="lg" />
    </Stack>
  );
}
