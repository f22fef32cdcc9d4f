-- The tables by area, in the order of prisma/schema. The comments on columns are there.
-- By hand: partial indexes, NULLS NOT DISTINCT, fill factors and storage. Prisma cannot say them.

-- Closed sets of words.
CREATE TYPE channel_id AS ENUM ('local_ads', 'search', 'webhooks');
CREATE TYPE channel_status AS ENUM ('connected', 'pending');
CREATE TYPE listing_state AS ENUM ('waiting', 'sent', 'refused', 'disapproved', 'withdrawn', 'unidentified');
CREATE TYPE source_status AS ENUM ('pending', 'connected', 'disconnected', 'invalid');
CREATE TYPE ingest_mode AS ENUM ('update', 'replace', 'patch');
CREATE TYPE ingest_status AS ENUM ('applied', 'unchanged', 'held', 'refused');
CREATE TYPE area_type AS ENUM ('city_centre', 'urban', 'suburban', 'rural');
CREATE TYPE staff_role AS ENUM ('owner', 'manager', 'viewer');


-- Tenancy: partners with their keys, retailers, stores and the history of changes.

CREATE TABLE partner (
  id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (id)
);

CREATE TABLE api_key (
  id uuid NOT NULL,
  partner_id uuid NOT NULL,
  name text NOT NULL,
  digest bytea NOT NULL,
  scopes text[],
  limited boolean NOT NULL DEFAULT false,
  retailer_ids uuid[],
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (id),
  FOREIGN KEY (partner_id) REFERENCES partner (id) ON DELETE CASCADE ON UPDATE NO ACTION
);
-- The valid keys of a partner.
CREATE INDEX api_key_live ON api_key (partner_id, id) WHERE revoked_at IS NULL;

CREATE TABLE idempotency_key (
  partner_id uuid NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  answer bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (partner_id, key)
);
CREATE INDEX idempotency_key_expires_at_idx ON idempotency_key (expires_at);

CREATE TABLE retailer (
  retailer_id uuid NOT NULL,
  partner_id uuid NOT NULL,
  external_id text,
  name text NOT NULL,
  contact_name text,
  contact_email text,
  contact_phone text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (retailer_id),
  FOREIGN KEY (partner_id) REFERENCES partner (id) ON DELETE RESTRICT ON UPDATE NO ACTION
);
CREATE INDEX retailer_partner_id_retailer_id_idx ON retailer (partner_id, retailer_id);
CREATE UNIQUE INDEX retailer_partner_id_external_id_key ON retailer (partner_id, external_id);

CREATE TABLE store (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  external_id text,
  name text NOT NULL,
  address text NOT NULL,
  postcode text NOT NULL,
  city text NOT NULL,
  country text NOT NULL,
  currency text NOT NULL,
  phone text,
  timezone text NOT NULL,
  latitude double precision,
  longitude double precision,
  area_type area_type NOT NULL DEFAULT 'suburban',
  links jsonb NOT NULL DEFAULT '[]',
  widget_token text NOT NULL,
  widget_seen_at timestamptz(3),
  next_sequence bigint NOT NULL DEFAULT 1,
  log_floor bigint NOT NULL DEFAULT 0,
  stock_version bigint NOT NULL DEFAULT 0,
  in_stock_count integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (retailer_id, store_id),
  FOREIGN KEY (retailer_id) REFERENCES retailer (retailer_id) ON DELETE RESTRICT ON UPDATE NO ACTION
);
CREATE INDEX store_widget_token_idx ON store (widget_token);
CREATE UNIQUE INDEX store_retailer_id_external_id_key ON store (retailer_id, external_id);

CREATE TABLE history_entry (
  retailer_id uuid NOT NULL,
  history_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  actor jsonb NOT NULL,
  actor_id text,
  action text NOT NULL,
  store_id uuid,
  item_key text,
  target jsonb NOT NULL,
  before jsonb,
  after jsonb,
  request_id text NOT NULL,
  PRIMARY KEY (retailer_id, history_id),
  FOREIGN KEY (retailer_id) REFERENCES retailer (retailer_id) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE INDEX history_entry_retailer_id_item_key_history_id_idx ON history_entry (retailer_id, item_key, history_id);
-- Partial, so that look-ups by key never use this index while the table is small.
CREATE INDEX history_entry_store ON history_entry (retailer_id, store_id, history_id) WHERE store_id IS NOT NULL;


-- Sign-in to the console. better-auth sets the names.

CREATE TABLE staff_user (
  id text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  two_factor_enabled boolean DEFAULT false,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX staff_user_email_key ON staff_user (email);

CREATE TABLE staff_member (
  retailer_id uuid NOT NULL,
  user_id text NOT NULL,
  role staff_role NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (retailer_id, user_id),
  FOREIGN KEY (retailer_id) REFERENCES retailer (retailer_id) ON DELETE CASCADE ON UPDATE NO ACTION,
  FOREIGN KEY (user_id) REFERENCES staff_user (id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX staff_member_user_id_idx ON staff_member (user_id);

CREATE TABLE staff_session (
  id text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  token text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL,
  ip_address text,
  user_agent text,
  user_id text NOT NULL,
  PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES staff_user (id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX staff_session_token_key ON staff_session (token);
CREATE INDEX staff_session_user_id_idx ON staff_session (user_id);

CREATE TABLE staff_account (
  id text NOT NULL,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  user_id text NOT NULL,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  password text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES staff_user (id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX staff_account_user_id_idx ON staff_account (user_id);

CREATE TABLE staff_verification (
  id text NOT NULL,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (id)
);
CREATE INDEX staff_verification_identifier_idx ON staff_verification (identifier);

CREATE TABLE staff_two_factor (
  id text NOT NULL,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  user_id text NOT NULL,
  verified boolean DEFAULT true,
  failed_verification_count integer DEFAULT 0,
  locked_until timestamptz(3),
  PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES staff_user (id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX staff_two_factor_user_id_key ON staff_two_factor (user_id);

CREATE TABLE staff_sign_in_attempt (
  key text NOT NULL,
  count integer NOT NULL,
  since timestamptz(3) NOT NULL,
  address text NOT NULL,
  PRIMARY KEY (key)
);
CREATE INDEX staff_sign_in_attempt_since_idx ON staff_sign_in_attempt (since);


-- Catalog: product data, and edits of items.

CREATE TABLE product (
  retailer_id uuid NOT NULL,
  item_key text NOT NULL,
  title text,
  description text,
  brand text,
  images text[],
  category text,
  color text,
  size text,
  group_id text,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (retailer_id, item_key),
  FOREIGN KEY (retailer_id) REFERENCES retailer (retailer_id) ON DELETE NO ACTION ON UPDATE NO ACTION
);

CREATE TABLE customization (
  retailer_id uuid NOT NULL,
  customization_id uuid NOT NULL,
  store_id uuid,
  item_key text NOT NULL,
  barcode text NOT NULL,
  hidden boolean,
  channels text[],
  title text,
  description text,
  brand text,
  image text[],
  version integer NOT NULL DEFAULT 1,
  previous_record jsonb,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (retailer_id, customization_id),
  FOREIGN KEY (retailer_id) REFERENCES retailer (retailer_id) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX customization_retailer_id_item_key_store_id_key ON customization (retailer_id, item_key, store_id) NULLS NOT DISTINCT;
-- NULLS NOT DISTINCT: an item has at most one customization for all stores (store_id is null).


-- Stock: sources, items and feeds.

CREATE TABLE inventory_source (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  status source_status NOT NULL DEFAULT 'pending',
  provider text,
  parameters jsonb NOT NULL DEFAULT '{}',
  warnings jsonb NOT NULL DEFAULT '[]',
  latest_ingest_id uuid,
  applied_at timestamptz(3),
  last_contact_at timestamptz(3),
  unseen_due_at timestamptz(3),
  upload_key_id uuid,
  upload_key_digest bytea,
  "authorization" bytea,
  next_pull_at timestamptz(3),
  validators jsonb,
  partner_id uuid,
  event_sequence bigint,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (retailer_id, store_id),
  FOREIGN KEY (retailer_id, store_id) REFERENCES store (retailer_id, store_id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX inventory_source_upload_key_id_key ON inventory_source (upload_key_id);
CREATE INDEX inventory_source_last_contact_at_idx ON inventory_source (last_contact_at);
-- The few rows that workers look for by time.
CREATE INDEX inventory_source_next_pull_at ON inventory_source (partner_id, next_pull_at) WHERE next_pull_at IS NOT NULL;
CREATE INDEX inventory_source_unseen_due_at ON inventory_source (unseen_due_at) WHERE unseen_due_at IS NOT NULL;

CREATE TABLE pull_slot (
  partner_id uuid NOT NULL,
  slot smallint NOT NULL,
  claimed_until timestamptz(3),
  served_at timestamptz(6),
  PRIMARY KEY (partner_id, slot)
);

CREATE TABLE stock_item (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  item_key text NOT NULL,
  barcode text NOT NULL,
  status text NOT NULL CHECK (status IN ('in_stock', 'low_stock', 'out_of_stock')),
  quantity numeric(14,3) NOT NULL,
  price numeric(12,2) NOT NULL,
  currency text NOT NULL,
  condition text NOT NULL CHECK (condition IN ('new', 'refurbished', 'used')),
  announced_status text CHECK (announced_status IN ('in_stock', 'low_stock', 'out_of_stock')),
  announced_price numeric(12,2),
  announced_currency text,
  announced_sequence bigint,
  absent_since timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (retailer_id, store_id, item_key)
) WITH (fillfactor = 80);
-- The fill factor leaves room on each page, so that updates of many items stay on their pages (HOT).

CREATE TABLE stock_digest (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  stock_version bigint NOT NULL,
  digest bytea NOT NULL,
  PRIMARY KEY (retailer_id, store_id)
);
-- Hashes do not compress.
ALTER TABLE stock_digest ALTER COLUMN digest SET STORAGE EXTERNAL;

CREATE TABLE ingest (
  retailer_id uuid NOT NULL,
  ingest_id uuid NOT NULL,
  store_id uuid,
  mode ingest_mode NOT NULL,
  status ingest_status NOT NULL,
  columns jsonb NOT NULL,
  number_of_lines integer NOT NULL,
  valid_lines integer NOT NULL,
  in_stock_valid_lines integer NOT NULL,
  changed_items integer NOT NULL,
  new_items integer NOT NULL,
  rejected_lines integer NOT NULL,
  reason text,
  duration_ms integer NOT NULL,
  digest bytea,
  stock_version bigint,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (retailer_id, ingest_id),
  FOREIGN KEY (retailer_id) REFERENCES retailer (retailer_id) ON DELETE NO ACTION ON UPDATE NO ACTION
);
CREATE INDEX ingest_retailer_id_store_id_ingest_id_idx ON ingest (retailer_id, store_id, ingest_id);
-- Files among the ingests of a store, most of which can be PATCHes.
CREATE INDEX ingest_file ON ingest (retailer_id, store_id, ingest_id) WHERE mode <> 'patch';
-- The applied file with the same bytes. The status is a column, because Prisma casts its values: no partial index fits.
CREATE INDEX ingest_digest ON ingest (retailer_id, store_id, digest, status, ingest_id) WHERE digest IS NOT NULL;

CREATE TABLE ingest_rejection (
  retailer_id uuid NOT NULL,
  ingest_id uuid NOT NULL,
  line integer NOT NULL,
  field text,
  code text NOT NULL,
  message text NOT NULL,
  value text,
  PRIMARY KEY (retailer_id, ingest_id, line)
);

CREATE TABLE held_feed (
  retailer_id uuid NOT NULL,
  ingest_id uuid NOT NULL,
  part integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (retailer_id, ingest_id, part)
);
-- Feeds of a size worth holding do not gain from compression.
ALTER TABLE held_feed ALTER COLUMN bytes SET STORAGE EXTERNAL;


-- Channels, and local ads.

CREATE TABLE channel (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  channel channel_id NOT NULL,
  status channel_status NOT NULL,
  warnings jsonb NOT NULL DEFAULT '[]',
  parameters jsonb NOT NULL DEFAULT '{}',
  storefront_url text,
  waiting_since timestamptz(3),
  secret bytea,
  previous_secret_until timestamptz(3),
  daily_budget integer,
  event_sequence bigint,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (retailer_id, store_id, channel),
  FOREIGN KEY (retailer_id, store_id) REFERENCES store (retailer_id, store_id) ON DELETE CASCADE ON UPDATE NO ACTION
);

CREATE TABLE ads_campaign (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  campaign_id text,
  sent_budget integer DEFAULT 0,
  sent_area jsonb,
  claimed_until timestamptz(3),
  state jsonb,
  checked_at timestamptz(3),
  due_at timestamptz(3),
  failures integer NOT NULL DEFAULT 0,
  problem jsonb,
  PRIMARY KEY (retailer_id, store_id)
);
CREATE INDEX ads_campaign_due_at_idx ON ads_campaign (due_at);
-- Campaigns by their last check, those without a check first.
CREATE INDEX ads_campaign_checked_at ON ads_campaign (COALESCE(checked_at, TIMESTAMPTZ '-infinity'))
  WHERE campaign_id IS NOT NULL AND claimed_until IS NULL;

CREATE TABLE budget_change (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  local_date date NOT NULL,
  budget integer NOT NULL,
  activates_at timestamptz(3) NOT NULL,
  made_at timestamptz(3),
  PRIMARY KEY (retailer_id, store_id, local_date)
);


-- Search: locations, set-up, listings, and what processes share about providers.

CREATE TABLE search_location (
  location_id text NOT NULL,
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  claimed_at timestamptz(3) NOT NULL,
  is_given_up boolean NOT NULL DEFAULT false,
  PRIMARY KEY (location_id)
);

CREATE TABLE search_setup (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  location_id text NOT NULL,
  partner_id uuid,
  given_store_code text,
  verification_code text NOT NULL DEFAULT '',
  found_closed_at timestamptz(3),
  access_missing_since timestamptz(3),
  invitation_at timestamptz(3),
  contested_at timestamptz(3),
  access_at timestamptz(3),
  store_code_at timestamptz(3),
  merchant_id text,
  registered_store jsonb,
  sending_at timestamptz(3),
  sent_at timestamptz(3),
  live_at timestamptz(3),
  profile jsonb,
  matching jsonb,
  items jsonb,
  checked_at timestamptz(3),
  next_check_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  failures integer NOT NULL DEFAULT 0,
  problem jsonb,
  PRIMARY KEY (retailer_id, store_id)
);
CREATE INDEX search_setup_location_id_idx ON search_setup (location_id);
CREATE INDEX search_setup_next_check_at_idx ON search_setup (next_check_at);

CREATE TABLE publication (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  due_at timestamptz(3) NOT NULL,
  paused_until timestamptz(3),
  failures integer NOT NULL DEFAULT 0,
  problem jsonb,
  problems_due_at timestamptz(3) NOT NULL,
  reconciled_at timestamptz(3),
  PRIMARY KEY (retailer_id, store_id)
);
CREATE INDEX publication_due_at_idx ON publication (due_at);

CREATE TABLE listing (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  item_key text NOT NULL,
  wanted jsonb,
  sent jsonb,
  sent_at timestamptz(3),
  state listing_state NOT NULL,
  problem jsonb,
  disapproved_at timestamptz(3),
  due_at timestamptz(3),
  claimed_until timestamptz(3),
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (retailer_id, store_id, item_key)
);
-- Listings to send, in the order of their time.
CREATE INDEX listing_due_at_idx ON listing (retailer_id, store_id, due_at) WHERE due_at IS NOT NULL;
-- Changes of shown listings are sent first.
CREATE INDEX listing_changed_due_at_idx ON listing (retailer_id, store_id, due_at)
  WHERE due_at IS NOT NULL AND sent IS NOT NULL AND wanted IS DISTINCT FROM sent;
-- Partial, so that look-ups by key never use this index while the table is small.
CREATE INDEX listing_state ON listing (retailer_id, store_id, state, item_key) WHERE state IS NOT NULL;

CREATE TABLE listing_description (
  retailer_id uuid NOT NULL,
  country text NOT NULL,
  item_key text NOT NULL,
  sent jsonb,
  sent_at timestamptz(3) NOT NULL,
  PRIMARY KEY (retailer_id, country, item_key),
  FOREIGN KEY (retailer_id) REFERENCES retailer (retailer_id) ON DELETE NO ACTION ON UPDATE NO ACTION
);

CREATE TABLE listing_change (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  item_key text NOT NULL,
  PRIMARY KEY (retailer_id, store_id, item_key)
);

CREATE TABLE provider_quota (
  name text NOT NULL,
  busy_until timestamptz(6) NOT NULL,
  PRIMARY KEY (name)
);

CREATE TABLE provider_turn (
  name text NOT NULL,
  partner_id uuid NOT NULL,
  served_at timestamptz(6),
  waits_until timestamptz(6),
  PRIMARY KEY (name, partner_id)
);

CREATE TABLE sandbox_memory (
  key text NOT NULL,
  value jsonb NOT NULL,
  PRIMARY KEY (key)
);


-- The event log, and the delivery of events.

CREATE TABLE store_event (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  sequence bigint NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  data text NOT NULL,
  product text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (retailer_id, store_id, sequence)
);

CREATE TABLE delivery_worker (
  id uuid NOT NULL,
  lease_until timestamptz(3) NOT NULL,
  is_dead boolean NOT NULL DEFAULT false,
  PRIMARY KEY (id)
);

CREATE TABLE delivery_work (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  due_at timestamptz(3) NOT NULL,
  hold_until timestamptz(3),
  wake_version bigint NOT NULL DEFAULT 1,
  worker_id uuid,
  parked_by text,
  PRIMARY KEY (retailer_id, store_id)
);
-- Workers look for due stores every quarter of a second. They skip the stores of receivers that are down.
CREATE INDEX delivery_work_unparked ON delivery_work (store_id) WHERE parked_by IS NULL;
CREATE INDEX delivery_work_parked ON delivery_work (parked_by, store_id) WHERE parked_by IS NOT NULL;

CREATE TABLE delivery_receiver (
  receiver text NOT NULL,
  failing_stores uuid[] NOT NULL,
  down_since timestamptz(3),
  failed_probes integer NOT NULL DEFAULT 0,
  probe_at timestamptz(3),
  wake_batch integer,
  wake_at timestamptz(3),
  failed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (receiver)
);

CREATE TABLE delivery_cursor (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  cursor bigint NOT NULL,
  in_flight_high_water bigint NOT NULL,
  has_unrecorded_calls boolean NOT NULL DEFAULT false,
  lease_epoch bigint NOT NULL DEFAULT 0,
  ping_sequence bigint NOT NULL,
  started_at_sequence bigint NOT NULL,
  failing_since timestamptz(3),
  failures integer NOT NULL DEFAULT 0,
  endpoint integer NOT NULL,
  receiver text NOT NULL,
  PRIMARY KEY (retailer_id, store_id)
);
-- A probe of a receiver that is down picks one of its failing stores. Few cursors have failures.
CREATE INDEX delivery_cursor_failing ON delivery_cursor (receiver, failures) WHERE failures > 0;

CREATE TABLE delivery_endpoint (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  endpoint integer NOT NULL,
  url text NOT NULL,
  PRIMARY KEY (retailer_id, store_id, endpoint)
);

CREATE TABLE delivery_attempt (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  sequence bigint NOT NULL,
  attempt integer NOT NULL,
  attempted_at timestamptz(3) NOT NULL,
  status integer,
  duration_ms integer,
  enhanced boolean NOT NULL DEFAULT false,
  outcome text NOT NULL CHECK (outcome IN ('delivered', 'retrying', 'failed', 'superseded')),
  answer text,
  endpoint integer,
  more_sequences bigint[],
  more_attempted_at timestamptz(3)[],
  more_duration_ms integer[],
  PRIMARY KEY (retailer_id, store_id, sequence, attempt)
);
-- A delivered event writes nothing to this index.
CREATE INDEX delivery_attempt_ended ON delivery_attempt (retailer_id, store_id, outcome, sequence)
  WHERE outcome IN ('failed', 'superseded');

CREATE TABLE delivery_retry (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  sequence bigint NOT NULL,
  tries integer NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  enhanced boolean,
  due_at timestamptz(3) NOT NULL,
  PRIMARY KEY (retailer_id, store_id, sequence)
);
