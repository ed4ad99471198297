-- The moment a version 7 uuid was made: its first 48 bits are milliseconds since 1970.
create function uuid_time(id uuid) returns timestamptz
  language sql immutable strict parallel safe
  return to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0);
--> statement-breakpoint
-- Names sort without regard to case, accents and outer spaces; U+10FFFF is dropped because it closes the last run.
create function name_fold(name text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(normalize(lower(name collate "und-x-icu"), nfkd),
    U&'[\0300-\036F\1AB0-\1AFF\1DC0-\1DFF\20D0-\20FF\FE20-\FE2F\+10FFFF]', '', 'g')) collate "C";
--> statement-breakpoint
-- A search disregards case, and how accents are encoded; text and needle pass through this one rule.
create function search_fold(content text) returns text
  language sql immutable strict parallel safe
  return lower(normalize(content, nfc) collate "und-x-icu") collate "C";
--> statement-breakpoint
-- The words of the index: each position's next three characters behind a mark of the owner.
create function search_grams(owner uuid, content text) returns tsvector
  language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return array_to_tsvector(array(
    select right(owner::text, 8) || substr(content, i, 3) from generate_series(1, length(content)) i));
end $$;
--> statement-breakpoint
-- What a text must have among its words to contain the needle: the needle in steps of three, and its end.
-- Not parallel safe, so that no search starts workers.
create function search_needle(owner uuid, needle text) returns tsquery
  language sql immutable strict
  return (
    select string_agg('''' || replace(replace(right(owner::text, 8) || substr(needle, i, 3), '\', '\\'), '''', '''''')
      || case when length(needle) < 3 then ''':*' else '''' end, ' & ')::tsquery
    from (
      select generate_series(1, length(needle) - 2, 3) union select greatest(length(needle) - 2, 1)
    ) step(i));
