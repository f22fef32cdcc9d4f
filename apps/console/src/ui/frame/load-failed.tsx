"use client";

import { Alert, Button } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";

/** Says why something could not be loaded, and offers to try again. */
export function LoadFailed({ message, retry }: { message: string; retry: () => void }) {
  return (
    <Alert color="red" icon={<IconAlertCircle />} title="This could not be loaded" role="alert">
      <p style={{ marginTop: 0 }}>{message}</p>
      <Button size="xs" color="red" variant="light" onClick={retry}>
        Try again
      </Button>
    </Alert>
  );
}
