import { z } from "zod";
import { bodyOf, text } from "../../kernel/body.schema.ts";

/** POST /widget-sightings */
export const WidgetSighting = z.strictObject({
  body: bodyOf({ widgetToken: text(100).describe("Of the store that the widget belongs to") }).meta({
    title: "Widget sighting",
  }),
});
export type WidgetSighting = z.infer<typeof WidgetSighting>;
