import type { ProviderDetails } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Anchor, Select, Stack, Text } from "@mantine/core";
import { texts } from "./texts.ts";

interface ChooseTillProps {
  providers: ProviderDetails[];
  /** The id of the till; null: not chosen. */
  till: string | null;
  setTill: (till: string | null) => void;
}

/** The choice of the till or shop that made the export, and the steps to make the export. */
export function ChooseTill({ providers, till, setTill }: ChooseTillProps) {
  const of = (type: string) =>
    providers.filter((one) => one.type === type).map(({ id, label }) => ({ value: id, label }));
  const chosen = providers.find(({ id }) => id === till)?.export;
  return (
    <Stack gap="xs">
      <Select
        label={texts.till.label}
        description={texts.till.hint}
        placeholder={texts.till.none}
        searchable
        clearable
        clearButtonProps={{ "aria-label": texts.till.clear }}
        value={till}
        onChange={setTill}
        data={[
          { group: texts.till.tills, items: of("point-of-sale") },
          { group: texts.till.shops, items: of("ecommerce") },
        ]}
      />
      {chosen && (
        <Text size="sm" c="dimmed">
          {chosen.steps.join(" ")}{" "}
          <Anchor href={chosen.documentation} target="_blank" rel="noreferrer" size="sm">
            {texts.till.help}
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}
