-- AlterTable
ALTER TABLE "customization" ADD COLUMN     "search_title" TEXT,
ADD COLUMN     "search_description" TEXT,
ADD COLUMN     "search_image" TEXT[];

-- The texts of a customization for single channels, as JSON. `customization_record` lacks them. A distributed database declares both IMMUTABLE.
CREATE FUNCTION customization_texts_for(search_title text, search_description text, search_image text[])
RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN num_nonnulls(search_title, search_description, search_image) > 0
  THEN jsonb_build_object('search', jsonb_build_object('title', search_title, 'description', search_description, 'image', search_image))
  ELSE 'null'::jsonb END;
