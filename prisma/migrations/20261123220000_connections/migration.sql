CREATE TABLE connection (
  retailer_id uuid NOT NULL,
  connector text NOT NULL,
  status source_status NOT NULL DEFAULT 'pending',
  parameters jsonb NOT NULL,
  credential bytea NOT NULL,
  warnings jsonb NOT NULL DEFAULT '[]',
  locations jsonb NOT NULL DEFAULT '[]',
  partner_id uuid NOT NULL,
  pulled_at timestamptz(3),
  full_pulled_at timestamptz(3),
  next_pull_at timestamptz(3) NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  pull_id uuid,
  leased_until timestamptz(3),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (retailer_id, connector),
  FOREIGN KEY (retailer_id) REFERENCES retailer (retailer_id) ON DELETE CASCADE
);
-- Finds the due connections.
CREATE INDEX connection_next_pull_at_idx ON connection (next_pull_at);
-- Counts the running pulls of a partner.
CREATE INDEX connection_partner_id_idx ON connection (partner_id);
