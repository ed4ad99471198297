DROP INDEX "events_by_start";--> statement-breakpoint
DROP INDEX "events_by_type_and_start";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "repeat" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "skipped" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "series" uuid;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "occurrence" timestamp(0) without time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "repeat_until" timestamp(0) without time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "next_start" timestamp(0) without time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "last_end" timestamp(0) without time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "settle_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "ends_at" timestamp(0) without time zone GENERATED ALWAYS AS (case when repeat is null then end_date
  else coalesce(repeat_until + (end_date - start_date), 'infinity') end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "list_start" timestamp(0) without time zone GENERATED ALWAYS AS (coalesce(next_start, last_end - (end_date - start_date), start_date)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "events_repeating" ON "events" USING btree ("owner_id","start_date") WHERE repeat is not null;--> statement-breakpoint
CREATE INDEX "events_of_series" ON "events" USING btree ("owner_id","series") WHERE series is not null;--> statement-breakpoint
CREATE INDEX "events_to_settle" ON "events" USING btree ("settle_at") WHERE settle_at is not null;--> statement-breakpoint
CREATE INDEX "events_by_start" ON "events" USING btree ("owner_id","list_start","id","ends_at","search_text");--> statement-breakpoint
CREATE INDEX "events_by_type_and_start" ON "events" USING btree ("owner_id","eventtype","list_start","id","ends_at","search_text");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_series" CHECK ((series is null) = (occurrence is null) and (series is null or repeat is null));
--> statement-breakpoint
-- What is derived of a series depends on the time, so it is no change of a user.
create or replace function row_image(content jsonb) returns jsonb
  language sql immutable strict parallel safe
  return content - '{created_at,name_key,search_text,long_search_text,repeat_until,next_start,last_end,settle_at,ends_at,list_start}'::text[];
--> statement-breakpoint
-- A series whose times change has to be settled again.
create function unsettle_series() returns trigger language plpgsql as $$
begin
  new.repeat_until := null;
  new.next_start := null;
  new.last_end := null;
  new.settle_at := case when new.repeat is not null then clock_now() end;
  return new;
end $$;
--> statement-breakpoint
create trigger unsettle_insert before insert on events for each row
  when (new.repeat is not null) execute function unsettle_series();
--> statement-breakpoint
create trigger unsettle_update before update on events for each row
  when ((old.repeat is not null or new.repeat is not null)
    and (old.repeat, old.skipped, old.start_date, old.end_date)
      is distinct from (new.repeat, new.skipped, new.start_date, new.end_date))
  execute function unsettle_series();
--> statement-breakpoint
-- The end of a single event, or of the occurrence of a series that came next when it was settled.
create function next_end_of(event events) returns timestamp
  language sql immutable parallel safe
  return case when event.repeat is null then event.end_date else event.next_start + (event.end_date - event.start_date) end;
--> statement-breakpoint
-- When an event was last over by the wall clock. Of a series whose next occurrence has ended since it was settled, that end.
create function last_end_of(event events, local_now timestamp) returns timestamp
  language sql immutable parallel safe
  return greatest(
    case when event.last_end <= local_now then event.last_end end,
    case when next_end_of(event) <= local_now then next_end_of(event) end
  );
--> statement-breakpoint
-- As before, and a series counts by its occurrences.
create or replace function update_contact_status(owner uuid, bud_ids uuid[]) returns void
  language plpgsql volatile as $$
declare
  zone text;
  local_now timestamp;
begin
  insert into contact_status (owner_id, bud_id)
    select owner, id from buds where owner_id = owner and id = any(bud_ids) order by id
    on conflict do nothing;
  perform from contact_status where owner_id = owner and bud_id = any(bud_ids) order by bud_id for update;
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
      select bud.id, bud.created_at, bud.snoozed_until, last.on_day as last_on, last.id as last_id,
        coalesce(bud.cadence_days, (
          select min(circle.cadence_days)
          from circle_buds link, lateral (
            select * from circles where owner_id = owner and id = link.circle_id limit 1
          ) circle
          where link.owner_id = owner and link.bud_id = bud.id
        )) as cadence,
        (
          select min(event.next_end)
          from event_buds link, lateral (
            select next_end_of(events) as next_end from events where owner_id = owner and id = link.event_id limit 1
          ) event
          where link.owner_id = owner and link.bud_id = bud.id and event.next_end > local_now
        ) as next_end
      from buds bud left join lateral (
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
      where bud.owner_id = owner and bud.id = any(bud_ids)
    ) derived
    where status.owner_id = owner and status.bud_id = derived.id;
end $$;
--> statement-breakpoint
create or replace function contact_status_of_attendees() returns trigger language plpgsql as $$
declare
  owner uuid;
  local_now timestamp;
  added record;
begin
  for owner in select distinct owner_id from changed_links loop
    perform from contact_status
      where owner_id = owner and bud_id in (select bud_id from changed_links where owner_id = owner)
      order by bud_id for update;
    local_now := owner_now(owner);
    select array_agg(link.bud_id) as bud_ids, array_agg(event.id) as ids,
        array_agg(event.last_end::date) as days,
        array_agg(case when event.next_end > local_now then event.next_end end) as ends
      into added
      from changed_links link, lateral (
        select id, last_end_of(events, local_now) as last_end, next_end_of(events) as next_end
          from events where owner_id = owner and id = link.event_id limit 1
      ) event
      where link.owner_id = owner;
    perform add_contacts(owner, added.bud_ids, added.ids, added.days, added.ends);
  end loop;
  return null;
end $$;
--> statement-breakpoint
drop trigger contact_status_update on events;
--> statement-breakpoint
create trigger contact_status_update after update on events for each row
  when ((old.end_date, old.repeat, old.next_start, old.last_end)
    is distinct from (new.end_date, new.repeat, new.next_start, new.last_end))
  execute function contact_status_of_record('event_buds', 'event_id');
--> statement-breakpoint
-- The new fields change the response for each event. This is no change of a user.
select set_config('budkeeper.change', 'off', true);
--> statement-breakpoint
update events set version = nextval('versions');
--> statement-breakpoint
select set_config('budkeeper.change', '', true);
