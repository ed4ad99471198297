-- When a UUID of version 7 was made: its first 48 bits are milliseconds.
CREATE FUNCTION uuid_time(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN to_timestamp((('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint) / 1000.0);
--> statement-breakpoint
-- Text as it is searched: without regard to case, in any language and any locale of the server.
CREATE FUNCTION search_key(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(normalize(value, NFC) COLLATE "und-x-icu");
--> statement-breakpoint
-- A name as it is sorted: without regard to case and accents.
CREATE FUNCTION sort_key(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN trim(regexp_replace(lower(normalize(value, NFKD) COLLATE "und-x-icu"), '[\u0300-\u036f]', '', 'g'));
