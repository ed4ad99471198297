create function short_key(content bytea, most int) returns bytea language plpgsql immutable strict parallel safe as $$
begin
  return case when octet_length(content) <= most then content else '' end;
end $$;
--> statement-breakpoint
-- As with one argument: folded, ASCII gets no longer, and no text 11 times as long.
create function long_search_key(content text, most int) returns bytea language plpgsql immutable strict parallel safe as $$
declare
  key bytea;
begin
  if octet_length(content) <= (case when octet_length(content) = length(content) then most else most / 11 end) then
    return null;
  end if;
  key := public.search_key(content);
  return case when octet_length(key) > most then key end;
end $$;
--> statement-breakpoint
-- Tags as filters compare them, by case alone, each between separators; and as a search does, if that is another text.
create function tags_key(tags text[]) returns bytea language plpgsql immutable strict parallel safe as $$
declare
  joined constant text := chr(31) || array_to_string(tags, chr(31)) || chr(31);
  folded constant bytea := convert_to(public.search_fold(joined), 'UTF8');
begin
  if public.search_key(joined) = folded then
    return folded;
  end if;
  return folded || public.search_key(array_to_string(tags, chr(30)));
end $$;
--> statement-breakpoint
-- '\x00' stands for tags that are too long for an index row.
create function short_tags_key(tags text[], most int) returns bytea language plpgsql immutable strict parallel safe as $$
declare
  key bytea;
begin
  if tags = '{}' then
    return '';
  end if;
  key := public.tags_key(tags);
  return case when octet_length(key) <= most then key else '\x00' end;
end $$;
--> statement-breakpoint
-- The key has two texts at most, which get as long as in `long_search_key`.
create function long_tags_key(tags text[], most int) returns bytea language plpgsql immutable strict parallel safe as $$
declare
  joined constant text := chr(31) || array_to_string(tags, chr(31)) || chr(31);
  key bytea;
begin
  if octet_length(joined) <= (case when octet_length(joined) = length(joined) then most / 2 else most / 22 end) then
    return null;
  end if;
  key := public.tags_key(tags);
  return case when octet_length(key) > most then key end;
end $$;
--> statement-breakpoint
create or replace function row_image(content jsonb) returns jsonb
  language sql immutable strict parallel safe
  return content - '{created_at,name_key,search_text,long_search_text,facets,tag_text,long_tag_text,repeat_until,next_start,last_end,settle_at,ends_at,list_start}'::text[];
--> statement-breakpoint
-- One statement, so that the rows are written once. It drops the indexes of the columns that it drops.
ALTER TABLE "buds"
	DROP COLUMN "search_text",
	DROP COLUMN "long_search_text",
	DROP COLUMN "tag_keys",
	ADD COLUMN "tag_text" bytea GENERATED ALWAYS AS (short_tags_key(tags, 750)) STORED NOT NULL,
	ADD COLUMN "long_tag_text" bytea GENERATED ALWAYS AS (long_tags_key(tags, 750)) STORED,
	ADD COLUMN "search_text" bytea GENERATED ALWAYS AS (short_key(search_key(both_names(first_name, surname) || chr(31) || nickname || chr(31) || occupation || chr(31) || location || chr(31) || values_text(emails) || chr(31) || phones_text(phones)), 1000)) STORED NOT NULL,
	ADD COLUMN "long_search_text" bytea GENERATED ALWAYS AS (long_search_key(both_names(first_name, surname) || chr(31) || nickname || chr(31) || occupation || chr(31) || location || chr(31) || values_text(emails) || chr(31) || phones_text(phones), 1000)) STORED;
--> statement-breakpoint
drop function tag_keys(text[]), tags_text(text[]);
--> statement-breakpoint
CREATE INDEX "buds_by_time" ON "buds" USING btree ("owner_id","id","archived_at","budtype","facets","tag_text","search_text");--> statement-breakpoint
CREATE INDEX "buds_by_name" ON "buds" USING btree ("owner_id","name_key","id","archived_at","budtype","facets","tag_text","search_text");--> statement-breakpoint
CREATE INDEX "buds_long_text" ON "buds" USING btree ("owner_id","id") WHERE long_search_text is not null or long_tag_text is not null;--> statement-breakpoint
CREATE INDEX "buds_tagged" ON "buds" USING btree ("owner_id","id") WHERE tags <> '{}';
--> statement-breakpoint
-- As before, but a row that is right already is not written, and its statements have one plan, which looks up each bud in the
-- indexes: for one bud, PostgreSQL would plan them at each call, which takes longer than they do.
create or replace function update_contact_status(owner uuid, bud_ids uuid[]) returns void
  language plpgsql volatile set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  zone text := (select time_zone from users where id = owner);
  local_now timestamp := wall_clock(clock_now(), zone);
  added uuid[];
begin
  with inserted as (
    insert into contact_status (owner_id, bud_id, last_contact_on, last_contact_id, cadence_days, due_on, recheck_at)
      select owner, derived.* from derived_contact_status(owner, array(
        select distinct id from unnest(bud_ids) given (id) where (
          select true from contact_status where owner_id = owner and bud_id = given.id limit 1
        ) is null order by id
      ), zone, local_now) derived
      on conflict do nothing
      returning bud_id
  ) select array_agg(bud_id) into added from inserted;
  bud_ids := array(select unnest(bud_ids) id except select unnest(added) order by id);
  if bud_ids = '{}' then
    return;
  end if;
  perform lock_contact_status(owner, bud_ids);
  -- The account may have another time zone by now.
  select time_zone, wall_clock(clock_now(), time_zone) into zone, local_now from users where id = owner;
  update contact_status status
    set last_contact_on = derived.last_contact_on,
      last_contact_id = derived.last_contact_id,
      cadence_days = derived.cadence_days,
      due_on = derived.due_on,
      recheck_at = derived.recheck_at
    from (
      select stored.at, one.* from derived_contact_status(owner, bud_ids, zone, local_now) one, lateral (
        select ctid as at from contact_status where owner_id = owner and bud_id = one.bud_id limit 1
      ) stored
    ) derived
    where status.ctid = derived.at
      and (status.last_contact_on, status.last_contact_id, status.cadence_days, status.due_on, status.recheck_at)
        is distinct from (derived.last_contact_on, derived.last_contact_id, derived.cadence_days, derived.due_on, derived.recheck_at);
end $$;
