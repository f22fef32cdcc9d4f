import type { ImportPlan } from "@highstreet/router/features/operations/operations.schema.ts";
import { List, Stack, Text } from "@mantine/core";
import { count, quantity } from "../frame/formats.ts";
import { RejectedLines } from "../inventory/rejected-lines.tsx";
import { texts } from "./texts.ts";

const words = texts.import;

interface ImportPreviewProps {
  plan: ImportPlan;
  /** The store, or all stores. */
  where: string;
}

/** What a file of edits would change, and its rejected lines. */
export function ImportPreview({ plan, where }: ImportPreviewProps) {
  const { products, fields, ownSettings, rejectedLines, rejections } = plan;
  const lines = count(plan.lines, "line");
  const named = Object.entries(words.fields).filter(([field]) => fields[field]);
  return (
    <Stack gap="sm" role="status">
      <Text fw={600}>{products ? words.plan(count(products, "product"), where, lines) : words.nothing(lines)}</Text>
      {named.length > 0 && (
        <List size="sm">
          {named.map(([field, label]) => (
            <List.Item key={field}>
              {label}: {count(fields[field] ?? 0, "product")}
            </List.Item>
          ))}
        </List>
      )}
      {ownSettings.replaced > 0 && <Text size="sm">{words.replaced(count(ownSettings.replaced, "store"))}</Text>}
      {ownSettings.kept > 0 && <Text size="sm">{words.kept(count(ownSettings.kept, "store"))}</Text>}
      {rejectedLines > 0 && (
        <>
          <Text size="sm">
            {words.rejected(count(rejectedLines, "line"))}{" "}
            {rejectedLines > rejections.length && words.more(quantity(rejections.length))}
          </Text>
          <RejectedLines lines={rejections} />
        </>
      )}
    </Stack>
  );
}
