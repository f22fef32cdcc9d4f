-- The partner role, invitations, links for new passwords, waiting e-mails, and the last use of an API key.

CREATE TABLE api_key_use (
  key_id uuid NOT NULL,
  used_at timestamptz(3) NOT NULL,
  PRIMARY KEY (key_id),
  FOREIGN KEY (key_id) REFERENCES api_key (id) ON DELETE CASCADE ON UPDATE NO ACTION
);

CREATE TABLE partner_member (
  partner_id uuid NOT NULL,
  user_id text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (partner_id, user_id),
  FOREIGN KEY (partner_id) REFERENCES partner (id) ON DELETE CASCADE ON UPDATE NO ACTION,
  FOREIGN KEY (user_id) REFERENCES staff_user (id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX partner_member_user_id_key ON partner_member (user_id);

CREATE TABLE staff_invitation (
  partner_id uuid NOT NULL,
  retailer_id uuid,
  role staff_role,
  id uuid NOT NULL,
  email text NOT NULL,
  invited_by text NOT NULL,
  digest bytea,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (id),
  CHECK ((retailer_id IS NULL) = (role IS NULL)),
  FOREIGN KEY (partner_id) REFERENCES partner (id) ON DELETE CASCADE ON UPDATE NO ACTION,
  FOREIGN KEY (retailer_id) REFERENCES retailer (retailer_id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX staff_invitation_partner_id_retailer_id_email_key
  ON staff_invitation (partner_id, retailer_id, email) NULLS NOT DISTINCT;
CREATE INDEX staff_invitation_expires_at_idx ON staff_invitation (expires_at);

CREATE TABLE staff_reset_link (
  user_id text NOT NULL,
  digest bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id),
  FOREIGN KEY (user_id) REFERENCES staff_user (id) ON DELETE CASCADE ON UPDATE NO ACTION
);
CREATE UNIQUE INDEX staff_reset_link_digest_key ON staff_reset_link (digest);

CREATE TYPE mail_kind AS ENUM ('invitation', 'reset');
CREATE TABLE mail (
  id uuid NOT NULL,
  kind mail_kind NOT NULL,
  recipient text NOT NULL,
  subject_id text NOT NULL,
  due_at timestamptz(3) NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (id)
);
CREATE UNIQUE INDEX mail_kind_recipient_subject_id_key ON mail (kind, recipient, subject_id);
CREATE INDEX mail_due_at_idx ON mail (due_at);
