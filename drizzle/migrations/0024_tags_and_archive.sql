-- The tags of a bud as a text. `array_to_string` is not immutable, because that of other arrays depends on settings.
create function tags_text(tags text[]) returns text language plpgsql immutable strict parallel safe as $$
begin
  return array_to_string(tags, chr(31));
end $$;
--> statement-breakpoint
ALTER TABLE "buds" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL, ADD COLUMN "archived_at" timestamp with time zone;
--> statement-breakpoint
-- One statement, so that the rows are written once.
ALTER TABLE "buds"
	DROP COLUMN "search_text",
	DROP COLUMN "long_search_text",
	ADD COLUMN "search_text" "bytea" GENERATED ALWAYS AS (short_key(search_key(both_names(first_name, surname) || chr(31) || nickname || chr(31) || occupation || chr(31) || location || chr(31) || values_text(emails) || chr(31) || phones_text(phones) || chr(31) || tags_text(tags)))) STORED NOT NULL,
	ADD COLUMN "long_search_text" "bytea" GENERATED ALWAYS AS (long_key(search_key(both_names(first_name, surname) || chr(31) || nickname || chr(31) || occupation || chr(31) || location || chr(31) || values_text(emails) || chr(31) || phones_text(phones) || chr(31) || tags_text(tags)))) STORED;
--> statement-breakpoint
CREATE INDEX "buds_tagged" ON "buds" USING btree ("owner_id","id") WHERE tags <> '{}';
--> statement-breakpoint
CREATE INDEX "buds_archived" ON "buds" USING btree ("owner_id","id") WHERE archived_at is not null;
--> statement-breakpoint
CREATE INDEX "buds_by_time" ON "buds" USING btree ("owner_id","id","archived_at","search_text");
--> statement-breakpoint
CREATE INDEX "buds_by_type" ON "buds" USING btree ("owner_id","budtype","id","archived_at","search_text");
--> statement-breakpoint
CREATE INDEX "buds_by_name" ON "buds" USING btree ("owner_id","name_key","id","archived_at","search_text");
--> statement-breakpoint
CREATE INDEX "buds_by_type_and_name" ON "buds" USING btree ("owner_id","budtype","name_key","id","archived_at","search_text");
--> statement-breakpoint
CREATE INDEX "buds_long_text" ON "buds" USING btree ("owner_id","id") WHERE long_search_text is not null;
--> statement-breakpoint
-- As before, and no cadence is in effect for an archived bud.
create or replace function update_contact_status(owner uuid, bud_ids uuid[]) returns void
  language plpgsql volatile as $$
declare
  zone text;
  local_now timestamp;
begin
  -- Rows are looked up one by one: without statistics, all rows of the owner would be read.
  bud_ids := array(select distinct id from unnest(bud_ids) id order by id);
  insert into contact_status (owner_id, bud_id)
    select owner, bud.id from unnest(bud_ids) given (id), lateral (
      select id from buds where owner_id = owner and id = given.id limit 1
    ) bud
    on conflict do nothing;
  perform from unnest(bud_ids) given (id), lateral (
    select from contact_status where owner_id = owner and bud_id = given.id limit 1 for update
  ) status;
  select time_zone into zone from users where id = owner;
  local_now := wall_clock(clock_now(), zone);
  update contact_status status
    set last_contact_on = derived.last_on,
      last_contact_id = derived.last_id,
      cadence_days = derived.cadence,
      due_on = greatest(
        coalesce(derived.last_on, wall_clock(derived.created_at, zone)::date) + derived.cadence,
        case when derived.cadence is not null then derived.snoozed_until end
      ),
      recheck_at = instant_of(derived.next_end, zone)
    from (
      select stored.at, bud.created_at, bud.snoozed_until, last.on_day as last_on, last.id as last_id,
        case when bud.archived_at is null then coalesce(bud.cadence_days, (
          select min(circle.cadence_days)
          from circle_buds link, lateral (
            select * from circles where owner_id = owner and id = link.circle_id limit 1
          ) circle
          where link.owner_id = owner and link.bud_id = bud.id
        )) end as cadence,
        (
          select min(event.next_end)
          from event_buds link, lateral (
            select next_end_of(events) as next_end from events where owner_id = owner and id = link.event_id limit 1
          ) event
          where link.owner_id = owner and link.bud_id = bud.id and event.next_end > local_now
        ) as next_end
      from unnest(bud_ids) given (id), lateral (
        select ctid as at from contact_status where owner_id = owner and bud_id = given.id limit 1
      ) stored, lateral (
        select * from buds where owner_id = owner and id = given.id limit 1
      ) bud left join lateral (
        select on_day, id from (
          select interaction.on_day, interaction.id
            from interaction_buds link, lateral (
              select * from interactions where owner_id = owner and id = link.interaction_id limit 1
            ) interaction
            where link.owner_id = owner and link.bud_id = bud.id and interaction.kind <> 'note'
          union all
          select event.last_end::date, event.id
            from event_buds link, lateral (
              select id, last_end_of(events, local_now) as last_end
                from events where owner_id = owner and id = link.event_id limit 1
            ) event
            where link.owner_id = owner and link.bud_id = bud.id and event.last_end is not null
        ) contacts order by on_day desc, id desc limit 1
      ) last on true
    ) derived
    where status.ctid = derived.at;
end $$;
--> statement-breakpoint
drop trigger contact_status_update on buds;
--> statement-breakpoint
create trigger contact_status_update after update on buds for each row
  when ((old.cadence_days, old.snoozed_until, old.archived_at is null)
    is distinct from (new.cadence_days, new.snoozed_until, new.archived_at is null))
  execute function contact_status_of_bud();
--> statement-breakpoint
-- As before, without the dates of archived buds.
create or replace function dates_between(owner uuid, first date, last date, most int default 1000)
  returns table (bud_id uuid, circle_id uuid, n int, label text, on_day date, years int)
  language plpgsql stable rows 100 as $$
declare
  this_year int;
  month_days int[];
  this_month_day int;
  counted int;
begin
  on_day := first;
  while on_day <= last loop
    this_year := extract(year from on_day);
    month_days := array[(extract(month from on_day) * 100 + extract(day from on_day))::int];
    if month_days = '{228}' and extract(day from on_day + 1) = 1 then
      month_days := '{228,229}';
    end if;
    foreach this_month_day in array month_days loop
      return query
        (select dates.bud_id, null::uuid, dates.n, dates.label, dates_between.on_day,
            case when dates.year <= this_year then this_year - dates.year end
          from bud_dates dates where dates.owner_id = owner and dates.month_day = this_month_day
            and not exists (select from buds where buds.owner_id = owner and id = dates.bud_id and archived_at is not null)
          order by dates.bud_id, dates.n limit most)
        union all
        (select null, dates.circle_id, dates.n, dates.label, dates_between.on_day, this_year - dates.year
          from circle_dates dates where dates.owner_id = owner and dates.month_day = this_month_day
            and dates.year <= this_year
          order by dates.circle_id, dates.n limit most)
        limit most;
      get diagnostics counted = row_count;
      most := most - counted;
      exit when most = 0;
    end loop;
    exit when most = 0;
    on_day := on_day + 1;
  end loop;
end $$;
--> statement-breakpoint
-- The new fields change the response for each bud. This is no change of a user.
select set_config('budkeeper.change', 'off', true);
--> statement-breakpoint
update buds set version = nextval('versions');
--> statement-breakpoint
select set_config('budkeeper.change', '', true);
