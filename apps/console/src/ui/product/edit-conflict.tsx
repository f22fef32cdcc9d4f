import { Button, Group, Stack, Text } from "@mantine/core";
import { Facts } from "../frame/facts.tsx";
import { Notice } from "../frame/notice.tsx";
import type { EditValues } from "./edit-form.tsx";
import { texts } from "./texts.ts";

interface EditConflictProps {
  theirs: EditValues;
  yours: EditValues;
  keepTheirs: () => void;
  saveMine: () => void;
}

const labels: Record<keyof EditValues, string> = {
  title: texts.edit.titleLabel,
  description: texts.edit.descriptionLabel,
  brand: texts.edit.brandLabel,
  pictures: texts.edit.picturesLabel,
};

/** Both values of each field that differs. The user chooses. */
export function EditConflict({ theirs, yours, keepTheirs, saveMine }: EditConflictProps) {
  const fields = (Object.keys(labels) as (keyof EditValues)[]).filter((field) => theirs[field] !== yours[field]);
  return (
    <Stack gap="md">
      <Notice tone="warning">
        <Text fw={600}>{texts.edit.conflictTitle}</Text>
        {texts.edit.conflictText}
      </Notice>
      {fields.map((field) => (
        <div key={field}>
          <Text size="sm" fw={600}>
            {labels[field]}
          </Text>
          <Facts
            facts={[
              [texts.edit.theirs, theirs[field] || texts.data.none],
              [texts.edit.yours, yours[field] || texts.data.none],
            ]}
          />
        </div>
      ))}
      <Group>
        <Button autoFocus onClick={keepTheirs}>
          {texts.edit.keepTheirs}
        </Button>
        <Button variant="default" onClick={saveMine}>
          {texts.edit.saveMine}
        </Button>
      </Group>
    </Stack>
  );
}
