CREATE TYPE operation_kind AS ENUM ('edit', 'revert');
CREATE TYPE operation_status AS ENUM ('running', 'done', 'failed', 'stopped');

CREATE TABLE operation (
  retailer_id uuid NOT NULL,
  operation_id uuid NOT NULL,
  kind operation_kind NOT NULL,
  status operation_status NOT NULL,
  store_id uuid,
  filter jsonb,
  edit jsonb,
  reverts uuid,
  actor jsonb NOT NULL,
  request_id text NOT NULL,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  problem jsonb,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  PRIMARY KEY (retailer_id, operation_id),
  FOREIGN KEY (retailer_id) REFERENCES retailer (retailer_id) ON DELETE NO ACTION ON UPDATE NO ACTION
);
-- Small: only operations that run.
CREATE INDEX operation_running ON operation (operation_id) WHERE finished_at IS NULL;

CREATE TABLE operation_batch (
  retailer_id uuid NOT NULL,
  operation_id uuid NOT NULL,
  number integer NOT NULL,
  item_keys text[] NOT NULL,
  is_done boolean NOT NULL DEFAULT false,
  PRIMARY KEY (retailer_id, operation_id, number),
  FOREIGN KEY (retailer_id, operation_id) REFERENCES operation (retailer_id, operation_id) ON DELETE CASCADE ON UPDATE NO ACTION
);
