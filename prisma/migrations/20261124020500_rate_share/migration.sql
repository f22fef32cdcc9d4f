-- Unlogged: shares are written every second and end after seconds. A crash of the server empties the table, and nothing is lost.
CREATE UNLOGGED TABLE rate_share (
  member text NOT NULL,
  process uuid NOT NULL,
  share integer NOT NULL,
  demand integer NOT NULL,
  until timestamptz(3) NOT NULL,
  CONSTRAINT rate_share_pkey PRIMARY KEY (member, process)
) WITH (fillfactor = 50);
