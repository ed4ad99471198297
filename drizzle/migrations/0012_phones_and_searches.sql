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
-- With the digits 0 to 9 in place of those of other scripts, as `asciiDigits` of the app.
create function ascii_digits(content text) returns text
  language sql immutable strict parallel safe
  return case when octet_length(content) = length(content) then content else
    translate(content, U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06F0\06F1\06F2\06F3\06F4\06F5\06F6\06F7\06F8\06F9'
      '\07C0\07C1\07C2\07C3\07C4\07C5\07C6\07C7\07C8\07C9\0966\0967\0968\0969\096A\096B\096C\096D\096E\096F'
      '\09E6\09E7\09E8\09E9\09EA\09EB\09EC\09ED\09EE\09EF\0A66\0A67\0A68\0A69\0A6A\0A6B\0A6C\0A6D\0A6E\0A6F'
      '\0AE6\0AE7\0AE8\0AE9\0AEA\0AEB\0AEC\0AED\0AEE\0AEF\0B66\0B67\0B68\0B69\0B6A\0B6B\0B6C\0B6D\0B6E\0B6F'
      '\0BE6\0BE7\0BE8\0BE9\0BEA\0BEB\0BEC\0BED\0BEE\0BEF\0C66\0C67\0C68\0C69\0C6A\0C6B\0C6C\0C6D\0C6E\0C6F'
      '\0CE6\0CE7\0CE8\0CE9\0CEA\0CEB\0CEC\0CED\0CEE\0CEF\0D66\0D67\0D68\0D69\0D6A\0D6B\0D6C\0D6D\0D6E\0D6F'
      '\0DE6\0DE7\0DE8\0DE9\0DEA\0DEB\0DEC\0DED\0DEE\0DEF\0E50\0E51\0E52\0E53\0E54\0E55\0E56\0E57\0E58\0E59'
      '\0ED0\0ED1\0ED2\0ED3\0ED4\0ED5\0ED6\0ED7\0ED8\0ED9\0F20\0F21\0F22\0F23\0F24\0F25\0F26\0F27\0F28\0F29'
      '\1040\1041\1042\1043\1044\1045\1046\1047\1048\1049\1090\1091\1092\1093\1094\1095\1096\1097\1098\1099'
      '\17E0\17E1\17E2\17E3\17E4\17E5\17E6\17E7\17E8\17E9\1810\1811\1812\1813\1814\1815\1816\1817\1818\1819'
      '\1946\1947\1948\1949\194A\194B\194C\194D\194E\194F\19D0\19D1\19D2\19D3\19D4\19D5\19D6\19D7\19D8\19D9'
      '\1A80\1A81\1A82\1A83\1A84\1A85\1A86\1A87\1A88\1A89\1A90\1A91\1A92\1A93\1A94\1A95\1A96\1A97\1A98\1A99'
      '\1B50\1B51\1B52\1B53\1B54\1B55\1B56\1B57\1B58\1B59\1BB0\1BB1\1BB2\1BB3\1BB4\1BB5\1BB6\1BB7\1BB8\1BB9'
      '\1C40\1C41\1C42\1C43\1C44\1C45\1C46\1C47\1C48\1C49\1C50\1C51\1C52\1C53\1C54\1C55\1C56\1C57\1C58\1C59'
      '\A620\A621\A622\A623\A624\A625\A626\A627\A628\A629\A8D0\A8D1\A8D2\A8D3\A8D4\A8D5\A8D6\A8D7\A8D8\A8D9'
      '\A900\A901\A902\A903\A904\A905\A906\A907\A908\A909\A9D0\A9D1\A9D2\A9D3\A9D4\A9D5\A9D6\A9D7\A9D8\A9D9'
      '\A9F0\A9F1\A9F2\A9F3\A9F4\A9F5\A9F6\A9F7\A9F8\A9F9\AA50\AA51\AA52\AA53\AA54\AA55\AA56\AA57\AA58\AA59'
      '\ABF0\ABF1\ABF2\ABF3\ABF4\ABF5\ABF6\ABF7\ABF8\ABF9\FF10\FF11\FF12\FF13\FF14\FF15\FF16\FF17\FF18\FF19',
      repeat('0123456789', 36)) end;
--> statement-breakpoint
-- The numbers that a value may have, of digits, '+' and brackets: everything together, then what other characters divide.
create function phone_runs(content text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  joined constant text := translate(public.ascii_digits(content),
    U&'\FF0B\FF08\FF09 \00A0\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\202F\205F\3000.-\2010\2011\2012\2013\2014\2015\2212\FF0D\FF0E\00AD\200B\200C\200D\200E\200F\061C\202A\202B\202C\202D\202E\2060\2066\2067\2068\2069\FEFF',
    '+()');
  whole constant text := regexp_replace(joined, '[^0-9+()]', '', 'g');
begin
  return array[whole] || case when joined !~ '^[(]*[+]?[0-9()]*$' then array(select distinct run[1]
    from regexp_matches(joined, '[(]*[+]?[(]*[0-9][0-9()]*', 'g') run where run[1] <> whole) end;
end $$;
--> statement-breakpoint
-- Its digits, without the zero in brackets behind a country code.
create function phone_digits_of(number text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(number, '([0-9][)]*)[(]0[)]', '\1'), '[^0-9]', '', 'g');
--> statement-breakpoint
-- An American number without '+', which may be a national one of another country too.
create function is_bare_american(number text) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  return number !~ '^[(]*[+]' and public.phone_digits_of(number) ~ '^1[2-9][0-9]{2}[2-9][0-9]{6}$';
end $$;
--> statement-breakpoint
-- A number as country code, ':' and the digits behind it without leading zeros. National numbers have the code '0' if
-- they begin with it, or none. `phoneForm` of the app reads numbers in the same way.
create function phone_form(number text) returns text language plpgsql immutable strict parallel safe as $$
declare
  digits text := public.phone_digits_of(number);
  code int;
begin
  if not (number ~ '^[(]*[+]' or digits ~ '^(00|011[0-9]{11}|[2-9][0-9]{11})' or public.is_bare_american(number)) then
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
-- What searches find of a value: its numbers, a national one as ':' and its digits, and the value itself if it has letters.
-- An American number has a second text with its country code among the digits, and with ':' if it may be a national one.
create function phone_texts(content text) returns text[] language plpgsql immutable strict parallel safe as $$
begin
  return array(
    select public.phone_controls(text) from unnest(public.phone_runs(content)) run, public.phone_form(run) form,
      unnest(array[regexp_replace(form, '^0:', ':'),
        case when form ~ '^1:[0-9]{10}$' then
          case when public.is_bare_american(run) then ':' else '' end || replace(form, ':', '') end]) text
    where text is not null) || case when content collate "und-x-icu" ~ '[[:alpha:]]' then array[content] end;
end $$;
--> statement-breakpoint
-- The texts of a list, each behind a separator. Functions of generated columns name the schema of what they call, because
-- `pg_restore` has an empty search path.
create function phones_text(list jsonb) returns text language plpgsql immutable strict parallel safe as $$
begin
  if list = '[]' then
    return '';
  end if;
  return (select coalesce(string_agg(text, chr(31)), '')
    from jsonb_array_elements(list) item, unnest(public.phone_texts(item ->> 'value')) text);
end $$;
--> statement-breakpoint
-- The number of a search, without 'tel:' and an extension. Null for a search with other letters.
create function searched_phone(search text) returns text language plpgsql immutable strict parallel safe as $$
declare
  content constant text := ascii_digits(search) collate "und-x-icu";
  number constant text := regexp_replace(regexp_replace(content, '^\s*tel(ephone|efon)?[.:]*\s*', '', 'i'),
    '[\s,;(.:-]*[[:alpha:]]+[.:=\s-]*[0-9]{1,7}\s*[)]?\s*$', '');
begin
  return case when content !~ '[[:alpha:]]' then content
    when number !~ '[[:alpha:]]' and number ~ '([0-9][^0-9]*){7}' then number end;
end $$;
--> statement-breakpoint
-- What a search looks for in phone numbers, as two texts. Digits are found anywhere in a number, those behind a zero at
-- its beginning, and an international number also without its country code. Null for a search with letters or no digits.
create or replace function phone_search(search text) returns bytea language plpgsql immutable strict parallel safe as $$
declare
  typed constant text := searched_phone(search);
  number constant text := (phone_runs(typed))[1];
  form constant text := phone_form(number);
begin
  if form ~ '^[1-9][0-9]*:[0-9]{7}' and not is_bare_american(number) then
    return convert_to(chr(31) || phone_controls(':' || split_part(form, ':', 2)), 'UTF8');
  end if;
  return nullif(convert_to(phone_controls(regexp_replace(typed, '[^0-9]', '', 'g')), 'UTF8'), '');
end $$;
--> statement-breakpoint
create function phone_start_search(search text) returns bytea language plpgsql immutable strict parallel safe as $$
declare
  number constant text := (phone_runs(searched_phone(search)))[1];
  form constant text := phone_form(number);
begin
  if form in (':', '0:') then
    return null;
  end if;
  return convert_to(phone_controls(case
    -- Its digits are the other text.
    when is_bare_american(number) then chr(31) || ':' || split_part(form, ':', 2)
    when form like '0:%' then substr(form, 2)
    -- A country code may be typed without its sign.
    when form like ':%' then phone_form('+' || substr(form, 2))
    else form end), 'UTF8');
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
