import { type StoreHours, weekdays } from "@highstreet/router/core/stores/hours.schema.ts";
import { Fieldset, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import type { formErrors } from "../parts/field-errors.ts";
import { weekdayName } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { periodsText, specialText } from "./hours-text.ts";
import { texts } from "./texts.ts";

const ofDay = (index: number): string => `/hours/regular/${index}`;
const SPECIAL = "/hours/special";
export const hoursPointers = [...weekdays.map((_, index) => ofDay(index)), SPECIAL];

/** The hours of each weekday, and of special days, as text. */
export function StoreHoursFields({
  hours,
  errors,
}: {
  hours: StoreHours | undefined;
  errors: ReturnType<typeof formErrors>;
}) {
  const periodsOn = (day: string) => hours?.regular.find((one) => one.day === day)?.periods ?? [];
  return (
    <Fieldset variant="unstyled" mx={0} legend={texts.hours}>
      <Stack gap="xs">
        <Hint>{texts.hoursHint}</Hint>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {weekdays.map((day, index) => (
            <TextInput
              key={day}
              name={day}
              label={weekdayName(index)}
              defaultValue={periodsText(periodsOn(day))}
              error={errors.at(ofDay(index))}
            />
          ))}
        </SimpleGrid>
        <Textarea
          name="special"
          label={texts.specialDays}
          description={texts.specialHint}
          autosize
          defaultValue={specialText(hours?.special ?? [])}
          error={errors.at(SPECIAL)}
        />
      </Stack>
    </Fieldset>
  );
}
