-- Alerts by e-mail and webhook: the problems, who gets them, and the webhook of a shop.

ALTER TYPE mail_kind ADD VALUE 'alerts';

CREATE TYPE alert_kind AS ENUM (
  'file_held', 'till_silent', 'endpoint_failing', 'access_lost', 'products_rejected', 'budget_changed');

CREATE TABLE alert (
  retailer_id uuid NOT NULL,
  store_id uuid NOT NULL,
  kind alert_kind NOT NULL,
  subject text NOT NULL DEFAULT '',
  alert_id uuid NOT NULL,
  message text NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  due_at timestamptz(3),
  announced_at timestamptz(3),
  call_due_at timestamptz(3),
  call_tries integer NOT NULL DEFAULT 0,
  PRIMARY KEY (retailer_id, store_id, kind, subject),
  FOREIGN KEY (retailer_id, store_id) REFERENCES store (retailer_id, store_id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX alert_due_at_idx ON alert (due_at);
CREATE INDEX alert_call_due_at_idx ON alert (call_due_at);

CREATE TABLE alert_setting (
  retailer_id uuid NOT NULL,
  user_id text NOT NULL,
  timings jsonb NOT NULL,
  daily_at timestamptz(3),
  PRIMARY KEY (retailer_id, user_id),
  FOREIGN KEY (retailer_id) REFERENCES retailer (retailer_id) ON DELETE CASCADE ON UPDATE NO ACTION,
  FOREIGN KEY (user_id) REFERENCES staff_user (id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE INDEX alert_setting_user_id_idx ON alert_setting (user_id);
CREATE INDEX alert_setting_daily_at_idx ON alert_setting (daily_at);

CREATE TABLE alert_webhook (
  retailer_id uuid NOT NULL,
  url text NOT NULL,
  secret bytea NOT NULL,
  last_call jsonb,
  PRIMARY KEY (retailer_id),
  FOREIGN KEY (retailer_id) REFERENCES retailer (retailer_id) ON DELETE CASCADE ON UPDATE NO ACTION
);
