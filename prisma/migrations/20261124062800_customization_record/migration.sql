-- A customization as JSON, for its history. PostgreSQL puts the body into the statement, so the function costs nothing. It depends on
-- no setting of the session. A distributed database declares it IMMUTABLE, because it takes only such functions in writes (decision 0061).
CREATE FUNCTION customization_record(
  id uuid, barcode text, store_id uuid, hidden boolean, hidden_until timestamptz, hidden_while jsonb, channels text[], title text,
  description text, brand text, image text[], created_at timestamptz, updated_at timestamptz, version int
) RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE
RETURN jsonb_build_object('id', id, 'barcode', barcode, 'storeId', store_id, 'hidden', hidden,
  'hiddenUntil', to_char(hidden_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'hiddenWhile', hidden_while,
  'channels', channels, 'title', title, 'description', description, 'brand', brand, 'image', image,
  'createdAt', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'updatedAt', to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'version', version);
