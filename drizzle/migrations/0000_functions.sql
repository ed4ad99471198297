-- Creation time of a UUID of version 7: its first 48 bits are milliseconds since 1970.
create function uuid_time(id uuid) returns timestamptz
  language sql immutable strict parallel safe
  return to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0);
--> statement-breakpoint
-- Sort key of a name, without case, accents, and leading and trailing spaces.
create function name_fold(name text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(normalize(lower(name collate "und-x-icu"), nfkd),
    U&'[\0300-\036F\1AB0-\1AFF\1DC0-\1DFF\20D0-\20FF\FE20-\FE2F]', '', 'g')) collate "C";
--> statement-breakpoint
-- Folds case and normalises Unicode, in searched texts and in searches alike. Accents are kept.
create function search_fold(content text) returns text
  language sql immutable strict parallel safe
  return lower(normalize(content, nfc) collate "und-x-icu") collate "C";
--> statement-breakpoint
-- The UTF-8 bytes of a folded text. A search for bytes finds the same texts as a search for characters, and is faster.
create function search_bytes(content text) returns bytea
  language sql immutable strict parallel safe
  return convert_to(search_fold(content), 'UTF8');
--> statement-breakpoint
-- Converts HTML to text. Removes inline tags and replaces other tags by a space.
create function html_text(html text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(
      regexp_replace(html,
        '</?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)(?:\s[^>]*)?>',
        '', 'gi'),
      '<[^>]*>', ' ', 'g'),
    '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&nbsp;', ' '), '&amp;', '&'),
    '\s+', ' ', 'g'));
--> statement-breakpoint
-- The n-grams of a text: all distinct sequences of one, two and three characters.
create function text_pieces(content text) returns text[]
  language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return array(
    select distinct piece
    from (
      select letter, lead(letter) over w as second, lead(letter, 2) over w as third
      from string_to_table(content, null) with ordinality letters (letter, n) window w as (order by n)
    ) letters
    cross join lateral (values (letter), (letter || second), (letter || second || third)) pieces (piece)
    where piece is not null);
end $$;
--> statement-breakpoint
-- n-grams that occur in every text that contains the needle: those at every third character, and the last one.
create function needle_pieces(needle text) returns text[]
  language sql immutable strict
  return array(
    select substr(needle, i, 3)
    from (
      select generate_series(1, length(needle) - 2, 3) union select greatest(length(needle) - 2, 1)
    ) step(i));
