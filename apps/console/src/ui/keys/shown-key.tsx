import { Button, Group, Stack, Text } from "@mantine/core";
import { CopyBlock } from "../frame/copy-block.tsx";
import { texts } from "./texts.ts";

/** Shows a new key, which the console cannot show again. */
export function ShownKey({ apiKey, done }: { apiKey: string; done: () => void }) {
  return (
    <Stack>
      <Text size="sm">{texts.newKeyText}</Text>
      <CopyBlock text={apiKey} label={texts.copy} />
      <Group justify="end">
        <Button onClick={done} autoFocus>
          {texts.done}
        </Button>
      </Group>
    </Stack>
  );
}
