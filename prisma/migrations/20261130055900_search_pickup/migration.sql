-- AlterTable
ALTER TABLE "customization" ADD COLUMN     "search_pickup" JSONB;

-- Replaces `customization_texts_for`, which the release before still calls. A distributed database declares both IMMUTABLE.
CREATE FUNCTION customization_for_channels(search_title text, search_description text, search_image text[], search_pickup jsonb)
RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN num_nonnulls(search_title, search_description, search_image, search_pickup) > 0
  THEN jsonb_build_object('search', jsonb_build_object(
    'title', search_title, 'description', search_description, 'image', search_image, 'pickup', search_pickup))
  ELSE 'null'::jsonb END;
