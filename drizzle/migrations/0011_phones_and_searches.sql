-- The searched text of a list, and a search for it: without case, with one blank for several, and with one character
-- for all apostrophes, quotation marks, dashes and blanks. Invisible characters, and a comma at the end of a word, are
-- left out: 'Lovelace, Ada' is found by 'Lovelace Ada'.
create function search_key(content text) returns bytea
  language sql immutable strict parallel safe
  return convert_to(regexp_replace(regexp_replace(
    translate(search_fold(content),
      U&'\0009\000A\000B\000C\000D\0085\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000'
        '\2018\2019\201A\201B\02B9\02BB\02BC\02BD\02B9\2032\0060\00B4\FF07'
        '\201C\201D\201E\201F\2033\00AB\00BB\FF02'
        '\2010\2011\2012\2013\2014\2015\2212\FE58\FE63\FF0D'
        '\00AD\200B\200C\200D\200E\200F\061C\202A\202B\202C\202D\202E\2060\2066\2067\2068\2069\FEFF',
      '                        ''''''''''''''''''''''''''""""""""----------'),
    ' {2,}', ' ', 'g'), '([^ ,]),( |$)', '\1\2', 'g'), 'UTF8');
--> statement-breakpoint
-- What fits into an entry of an index, and what does not.
create function short_key(content bytea) returns bytea language plpgsql immutable strict parallel safe as $$
begin
  return case when octet_length(content) <= 1600 then content else '' end;
end $$;
--> statement-breakpoint
create function long_key(content bytea) returns bytea language plpgsql immutable strict parallel safe as $$
begin
  return case when octet_length(content) > 1600 then content end;
end $$;
--> statement-breakpoint
-- A name in both orders.
create function both_names(first_name text, surname text) returns text
  language sql immutable strict parallel safe
  return first_name || ' ' || surname || case when surname = '' then '' else ' ' || first_name end;
--> statement-breakpoint
-- With the digits 0 to 9 in place of those of other scripts, which begin at these code points.
create function ascii_digits(content text) returns text language plpgsql immutable strict parallel safe as $$
declare
  zero int;
begin
  if octet_length(content) = length(content) then
    return content;
  end if;
  foreach zero in array array[1632, 1776, 1984, 2406, 2534, 2662, 2790, 2918, 3046, 3174, 3302, 3430, 3558, 3664, 3792, 3872, 4160, 4240,
    6112, 6160, 6470, 6608, 6784, 6800, 6992, 7088, 7232, 7248, 42528, 43216, 43264, 43472, 43504, 43600, 44016, 65296] loop
    content := translate(content, (select string_agg(chr(zero + n), '' order by n) from generate_series(0, 9) n), '0123456789');
  end loop;
  return content;
end $$;
--> statement-breakpoint
-- The numbers that a value may have, of digits, '+' and brackets: everything together, then what other characters divide.
create function phone_runs(content text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  joined constant text := translate(ascii_digits(content),
    U&'\FF0B\FF08\FF09 \00A0\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\202F\205F\3000.-\2010\2011\2012\2013\2014\2015\2212\FF0D\FF0E\00AD\200B\200C\200D\200E\200F\061C\202A\202B\202C\202D\202E\2060\2066\2067\2068\2069\FEFF',
    '+()');
  whole constant text := regexp_replace(joined, '[^0-9+()]', '', 'g');
begin
  return array[whole] || case when joined !~ '^[(]*[+]?[0-9()]*$' then array(select distinct run[1]
    from regexp_matches(joined, '[(]*[+]?[(]*[0-9][0-9()]*', 'g') run where run[1] <> whole) end;
end $$;
--> statement-breakpoint
-- A number as country code, ':' and the digits behind it without leading zeros. National numbers have the code '0' if
-- they begin with it, or none. `phoneForm` of the app reads numbers in the same way.
create function phone_form(number text) returns text language plpgsql immutable strict parallel safe as $$
declare
  digits text := regexp_replace(regexp_replace(number, '([0-9][)]*)[(]0[)]', '\1'), '[^0-9]', '', 'g');
  code int;
begin
  if not (number ~ '^[(]*[+]' or digits ~ '^(00|011[0-9]{11}|1[2-9][0-9]{9}$|[2-9][0-9]{11})') then
    return case when digits like '0%' then '0' else '' end || ':' || ltrim(digits, '0');
  end if;
  digits := ltrim(regexp_replace(digits, '^011(?=[0-9]{11})', ''), '0');
  code := case
    when digits ~ '^[17]' then 1
    when digits ~ '^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])' then 2
    else 3 end;
  return left(digits, code) || ':' || ltrim(substr(digits, code + 1), '0');
end $$;
--> statement-breakpoint
-- Digits and ':' as control characters, which no search for text contains: phone numbers are found by digits alone.
create function phone_controls(content text) returns text
  language sql immutable strict parallel safe
  return translate(content, '0123456789:', E'\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18');
--> statement-breakpoint
create function phones_text(list jsonb) returns text language plpgsql immutable strict parallel safe as $$
begin
  if list = '[]' then
    return '';
  end if;
  return (select coalesce(string_agg(phone_controls(phone_form(run)), chr(31)), '')
    from jsonb_array_elements(list) item, unnest(phone_runs(item ->> 'value')) run);
end $$;
--> statement-breakpoint
-- What a search looks for in phone numbers: its digits, or the beginning of a number. A national number is found behind
-- each country code, and an international one also without it. Null for a search that has letters or no digits.
create or replace function phone_search(search text) returns bytea
  language sql immutable strict parallel safe
  return case when search collate "und-x-icu" !~ '[[:alpha:]]'
    then nullif(convert_to(phone_controls(regexp_replace(ascii_digits(search), '[^0-9]', '', 'g')), 'UTF8'), '') end;
--> statement-breakpoint
create function phone_start_search(search text) returns bytea language plpgsql immutable strict parallel safe as $$
declare
  form text := phone_form((phone_runs(search))[1]);
  code constant text := split_part(form, ':', 1);
  digits constant text := split_part(form, ':', 2);
begin
  if search collate "und-x-icu" ~ '[[:alpha:]]' or form in (':', '0:') then
    return null;
  end if;
  -- A country code that is typed without its sign.
  if code = '' then
    form := phone_form('+' || digits);
  elsif code = '0' or length(digits) >= 7 then
    form := ':' || digits;
  end if;
  return convert_to(phone_controls(form), 'UTF8');
end $$;
--> statement-breakpoint
DROP INDEX "users_email";
--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (search_fold("email"));
--> statement-breakpoint
-- One statement for each table, so that its rows are written once.
ALTER TABLE "buds"
	DROP COLUMN "search_text",
	DROP COLUMN "long_search_text",
	ADD COLUMN "search_text" "bytea" GENERATED ALWAYS AS (short_key(search_key(both_names(first_name, surname) || chr(31) || nickname || chr(31) || occupation || chr(31) || location || chr(31) || values_text(emails) || chr(31) || phones_text(phones)))) STORED NOT NULL,
	ADD COLUMN "long_search_text" "bytea" GENERATED ALWAYS AS (long_key(search_key(both_names(first_name, surname) || chr(31) || nickname || chr(31) || occupation || chr(31) || location || chr(31) || values_text(emails) || chr(31) || phones_text(phones)))) STORED;
--> statement-breakpoint
ALTER TABLE "circles"
	DROP COLUMN "search_text",
	DROP COLUMN "long_search_text",
	ADD COLUMN "search_text" "bytea" GENERATED ALWAYS AS (short_key(search_key(name || chr(31) || shortname || chr(31) || description || chr(31) || location))) STORED NOT NULL,
	ADD COLUMN "long_search_text" "bytea" GENERATED ALWAYS AS (long_key(search_key(name || chr(31) || shortname || chr(31) || description || chr(31) || location))) STORED;
--> statement-breakpoint
ALTER TABLE "events"
	DROP COLUMN "search_text",
	DROP COLUMN "long_search_text",
	ADD COLUMN "search_text" "bytea" GENERATED ALWAYS AS (short_key(search_key(name || chr(31) || description || chr(31) || location))) STORED NOT NULL,
	ADD COLUMN "long_search_text" "bytea" GENERATED ALWAYS AS (long_key(search_key(name || chr(31) || description || chr(31) || location))) STORED;
--> statement-breakpoint
CREATE INDEX "buds_by_time" ON "buds" USING btree ("owner_id","id","search_text");
--> statement-breakpoint
CREATE INDEX "buds_by_type" ON "buds" USING btree ("owner_id","budtype","id","search_text");
--> statement-breakpoint
CREATE INDEX "buds_by_name" ON "buds" USING btree ("owner_id","name_key","id","search_text");
--> statement-breakpoint
CREATE INDEX "buds_by_type_and_name" ON "buds" USING btree ("owner_id","budtype","name_key","id","search_text");
--> statement-breakpoint
CREATE INDEX "buds_long_text" ON "buds" USING btree ("owner_id","id") WHERE long_search_text is not null;
--> statement-breakpoint
CREATE INDEX "circles_by_time" ON "circles" USING btree ("owner_id","id","search_text");
--> statement-breakpoint
CREATE INDEX "circles_by_type" ON "circles" USING btree ("owner_id","circletype","id","search_text");
--> statement-breakpoint
CREATE INDEX "circles_by_name" ON "circles" USING btree ("owner_id","name_key","id","search_text");
--> statement-breakpoint
CREATE INDEX "circles_by_type_and_name" ON "circles" USING btree ("owner_id","circletype","name_key","id","search_text");
--> statement-breakpoint
CREATE INDEX "circles_long_text" ON "circles" USING btree ("owner_id","id") WHERE long_search_text is not null;
--> statement-breakpoint
CREATE INDEX "events_by_time" ON "events" USING btree ("owner_id","id","search_text");
--> statement-breakpoint
CREATE INDEX "events_by_type" ON "events" USING btree ("owner_id","eventtype","id","search_text");
--> statement-breakpoint
CREATE INDEX "events_by_name" ON "events" USING btree ("owner_id","name_key","id","search_text");
--> statement-breakpoint
CREATE INDEX "events_by_type_and_name" ON "events" USING btree ("owner_id","eventtype","name_key","id","search_text");
--> statement-breakpoint
CREATE INDEX "events_long_text" ON "events" USING btree ("owner_id","id") WHERE long_search_text is not null;
--> statement-breakpoint
create or replace function duplicate_keys_of(bud buds) returns bytea language plpgsql immutable as $$
declare
  words constant text[] := name_words(bud.name_key);
  contents text[] := array['5' || array_to_string(words, ' ')];
begin
  if bud.emails <> '[]' then
    contents := contents || array(select '1' || search_fold(item ->> 'value') from jsonb_array_elements(bud.emails) item);
  end if;
  if bud.phones <> '[]' then
    contents := contents || array(select '2' || right(digits, 7)
      from jsonb_array_elements(bud.phones) item, unnest(phone_runs(item ->> 'value')) run,
        split_part(phone_form(run), ':', 2) digits
      where length(digits) >= 7);
  end if;
  if bud.dates <> '[]' then
    contents := contents || array(select '3' || concat_ws(' ', item ->> 'month', item ->> 'day', word)
      from jsonb_array_elements(bud.dates) item, unnest(words) word
      where lower(item ->> 'label') = 'birthday' and length(word) > 1);
  end if;
  if bud.location <> '' and bud.occupation_location <> '' then
    contents := contents || array(select '4' || concat_ws(chr(31), name_fold(bud.location), name_fold(bud.occupation_location), word)
      from unnest(words) word where length(word) > 1);
  end if;
  return (select decode(string_agg(distinct left(md5(content), 7) || left(content, 1), ''), 'hex') from unnest(contents) content);
end $$;
--> statement-breakpoint
update duplicate_keys set keys = duplicate_keys_of(buds) from buds
  where buds.owner_id = duplicate_keys.owner_id and buds.id = bud_id and (buds.phones <> '[]' or buds.emails <> '[]');
--> statement-breakpoint
drop function phone_text(jsonb), phone_digits(text), search_bytes(text);
