CREATE TABLE "bud_dates" (
	"owner_id" uuid NOT NULL,
	"bud_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"month_day" integer NOT NULL,
	"year" integer,
	"label" text DEFAULT '' NOT NULL,
	CONSTRAINT "bud_dates_owner_id_bud_id_n_pk" PRIMARY KEY("owner_id","bud_id","n")
);
--> statement-breakpoint
CREATE TABLE "contact_status" (
	"owner_id" uuid NOT NULL,
	"bud_id" uuid NOT NULL,
	"last_contact_on" date,
	"last_contact_id" uuid,
	"cadence_days" integer,
	"due_on" date,
	"recheck_at" timestamp with time zone,
	CONSTRAINT "contact_status_owner_id_bud_id_pk" PRIMARY KEY("owner_id","bud_id")
);
--> statement-breakpoint
CREATE TABLE "interaction_buds" (
	"owner_id" uuid NOT NULL,
	"interaction_id" uuid NOT NULL,
	"bud_id" uuid NOT NULL,
	CONSTRAINT "interaction_buds_owner_id_interaction_id_bud_id_pk" PRIMARY KEY("owner_id","interaction_id","bud_id")
);
--> statement-breakpoint
CREATE TABLE "interactions" (
	"owner_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text DEFAULT 'other' NOT NULL,
	"on_day" date NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"version" bigint DEFAULT nextval('versions') NOT NULL,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	CONSTRAINT "interactions_owner_id_id_pk" PRIMARY KEY("owner_id","id"),
	CONSTRAINT "interactions_kind" CHECK (kind in ('call', 'message', 'meeting', 'letter', 'gift', 'other', 'note'))
);
--> statement-breakpoint
CREATE TABLE "links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "links_kind" CHECK (kind in ('verify-email', 'unsubscribe'))
);
--> statement-breakpoint
ALTER TABLE "buds" ADD COLUMN "cadence_days" integer;
--> statement-breakpoint
ALTER TABLE "buds" ADD COLUMN "snoozed_until" date;
--> statement-breakpoint
ALTER TABLE "circles" ADD COLUMN "cadence_days" integer;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "digest" text DEFAULT 'off' NOT NULL;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "digest_hour" integer DEFAULT 8 NOT NULL;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "digest_weekday" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "lead_days" integer DEFAULT 3 NOT NULL;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "verified_email" text;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "next_digest_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "bud_dates" ADD CONSTRAINT "bud_dates_of" FOREIGN KEY ("owner_id","bud_id") REFERENCES "public"."buds"("owner_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "contact_status" ADD CONSTRAINT "contact_status_of" FOREIGN KEY ("owner_id","bud_id") REFERENCES "public"."buds"("owner_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "interaction_buds" ADD CONSTRAINT "interaction_buds_of" FOREIGN KEY ("owner_id","interaction_id") REFERENCES "public"."interactions"("owner_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "interaction_buds" ADD CONSTRAINT "interaction_buds_own" FOREIGN KEY ("owner_id","bud_id") REFERENCES "public"."buds"("owner_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "interactions" ADD CONSTRAINT "interactions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "bud_dates_by_day" ON "bud_dates" USING btree ("owner_id","month_day","bud_id","n");
--> statement-breakpoint
CREATE INDEX "contact_status_due" ON "contact_status" USING btree ("owner_id","due_on","cadence_days","bud_id") WHERE due_on is not null;
--> statement-breakpoint
CREATE INDEX "contact_status_recheck" ON "contact_status" USING btree ("recheck_at") WHERE recheck_at is not null;
--> statement-breakpoint
CREATE INDEX "interaction_buds_bud" ON "interaction_buds" USING btree ("owner_id","bud_id","interaction_id");
--> statement-breakpoint
CREATE INDEX "interactions_by_day" ON "interactions" USING btree ("owner_id","on_day","id");
--> statement-breakpoint
CREATE INDEX "links_user" ON "links" USING btree ("user_id","kind");
--> statement-breakpoint
CREATE INDEX "links_expiry" ON "links" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "users_digests" ON "users" USING btree ("next_digest_at") WHERE next_digest_at is not null;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_digest" CHECK (digest in ('off', 'daily', 'weekly'));
--> statement-breakpoint
-- The wall-clock time of a zone at an instant. UTC if the zone is null or unknown to this server.
create function wall_clock(at timestamptz, zone text) returns timestamp
  language plpgsql stable as $$
begin
  return at at time zone coalesce(zone, 'UTC');
exception when invalid_parameter_value then
  return at at time zone 'UTC';
end $$;
--> statement-breakpoint
-- The instant of a wall-clock time of a zone.
create function instant_of(wall_clock timestamp, zone text) returns timestamptz
  language plpgsql stable as $$
begin
  return wall_clock at time zone coalesce(zone, 'UTC');
exception when invalid_parameter_value then
  return wall_clock at time zone 'UTC';
end $$;
--> statement-breakpoint
-- The wall-clock time of an owner.
create function owner_now(owner uuid) returns timestamp
  language sql volatile
  return (select wall_clock(clock_now(), time_zone) from users where id = owner);
--> statement-breakpoint
-- Derives the contact status of buds (product 18.3). The rows are locked in the order of their ids before the data is
-- read, so that of two transactions the later one sees what the earlier one wrote. Records are looked up by their keys in
-- lateral subqueries: while statistics of new rows are missing, the planner would loop over all records of the owner.
create function update_contact_status(owner uuid, bud_ids uuid[]) returns void
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
          select min(event.end_date)
          from event_buds link, lateral (
            select * from events where owner_id = owner and id = link.event_id limit 1
          ) event
          where link.owner_id = owner and link.bud_id = bud.id and event.end_date > local_now
        ) as next_end
      from buds bud left join lateral (
        select on_day, id from (
          select interaction.on_day, interaction.id
            from interaction_buds link, lateral (
              select * from interactions where owner_id = owner and id = link.interaction_id limit 1
            ) interaction
            where link.owner_id = owner and link.bud_id = bud.id and interaction.kind <> 'note'
          union all
          select event.end_date::date, event.id
            from event_buds link, lateral (
              select * from events where owner_id = owner and id = link.event_id limit 1
            ) event
            where link.owner_id = owner and link.bud_id = bud.id and event.end_date <= local_now
        ) contacts order by on_day desc, id desc limit 1
      ) last on true
      where bud.owner_id = owner and bud.id = any(bud_ids)
    ) derived
    where status.owner_id = owner and status.bud_id = derived.id;
end $$;
--> statement-breakpoint
-- After a change of a bud's cadence or snooze.
create function contact_status_of_bud() returns trigger language plpgsql as $$
begin
  perform update_contact_status(new.owner_id, array[new.id]);
  return null;
end $$;
--> statement-breakpoint
-- After a change of a circle, an event or an interaction. The arguments are the table of its buds and the column of its id.
create function contact_status_of_record() returns trigger language plpgsql as $$
declare
  bud_ids uuid[];
begin
  execute format('select array_agg(bud_id) from %I where owner_id = $1 and %I = $2', tg_argv[0], tg_argv[1])
    into bud_ids using new.owner_id, new.id;
  if bud_ids is not null then
    perform update_contact_status(new.owner_id, bud_ids);
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Adds contacts to the contact status of buds, and ends of events that count later. The arrays are parallel: of each
-- element, `days` has the day of a contact, or `ends` has the end of an event. Only what is added is read, so the cost does
-- not grow with the contacts of a bud.
create function add_contacts(owner uuid, bud_ids uuid[], contact_ids uuid[], days date[], ends timestamp[]) returns void
  language plpgsql volatile as $$
declare
  zone text;
  locked int;
begin
  perform from contact_status where owner_id = owner and bud_id = any(bud_ids) order by bud_id for update;
  get diagnostics locked = row_count;
  if locked < cardinality(bud_ids) then
    insert into contact_status (owner_id, bud_id)
      select distinct owner, bud_id from unnest(bud_ids) list (bud_id) order by bud_id
      on conflict do nothing;
    perform from contact_status where owner_id = owner and bud_id = any(bud_ids) order by bud_id for update;
  end if;
  if array_remove(days, null) <> '{}' then
    update contact_status status
      set last_contact_on = contact.on_day,
        last_contact_id = contact.id,
        due_on = greatest(
          contact.on_day + status.cadence_days,
          case when status.cadence_days is not null then bud.snoozed_until end
        )
      from (
        select distinct on (bud_id) * from unnest(bud_ids, contact_ids, days) list (bud_id, id, on_day)
          where on_day is not null order by bud_id, on_day desc, id desc
      ) contact, lateral (
        select snoozed_until from buds where owner_id = owner and id = contact.bud_id limit 1
      ) bud
      where status.owner_id = owner and status.bud_id = contact.bud_id
        and (status.last_contact_on is null
          or (status.last_contact_on, status.last_contact_id) < (contact.on_day, contact.id));
  end if;
  if array_remove(ends, null) <> '{}' then
    select time_zone into zone from users where id = owner;
    update contact_status status
      set recheck_at = instant_of(next.end_date, zone)
      from (
        select bud_id, min(end_date) as end_date from unnest(bud_ids, ends) list (bud_id, end_date)
          where end_date is not null group by bud_id
      ) next
      where status.owner_id = owner and status.bud_id = next.bud_id
        and (status.recheck_at is null or status.recheck_at > instant_of(next.end_date, zone));
  end if;
end $$;
--> statement-breakpoint
-- After buds were added to events.
create function contact_status_of_attendees() returns trigger language plpgsql as $$
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
        array_agg(case when event.end_date <= local_now then event.end_date::date end) as days,
        array_agg(case when event.end_date > local_now then event.end_date end) as ends
      into added
      from changed_links link, lateral (
        select id, end_date from events where owner_id = owner and id = link.event_id limit 1
      ) event
      where link.owner_id = owner;
    perform add_contacts(owner, added.bud_ids, added.ids, added.days, added.ends);
  end loop;
  return null;
end $$;
--> statement-breakpoint
-- After buds were added to interactions.
create function contact_status_of_contacted() returns trigger language plpgsql as $$
declare
  owner uuid;
  added record;
begin
  for owner in select distinct owner_id from changed_links loop
    select array_agg(link.bud_id) as bud_ids, array_agg(interaction.id) as ids, array_agg(interaction.on_day) as days
      into added
      from changed_links link, lateral (
        select id, on_day from interactions
          where owner_id = owner and id = link.interaction_id and kind <> 'note' limit 1
      ) interaction
      where link.owner_id = owner;
    if added.bud_ids is not null then
      perform add_contacts(owner, added.bud_ids, added.ids, added.days, '{}');
    end if;
  end loop;
  return null;
end $$;
--> statement-breakpoint
-- After buds were removed from circles, events or interactions. The argument is the column of the record's id, or absent
-- for circles. Another contact than the last one changes no status, nor does an event that is over.
create function contact_status_of_removed_links() returns trigger language plpgsql as $$
declare
  owner uuid;
  bud_ids uuid[];
begin
  -- The comparison below has to see what a transaction that this one waited for has written.
  perform from contact_status
    where (owner_id, bud_id) in (select owner_id, bud_id from changed_links) order by bud_id for update;
  for owner, bud_ids in
    select link.owner_id, array_agg(distinct link.bud_id)
      from changed_links link, lateral (
        select * from contact_status where owner_id = link.owner_id and bud_id = link.bud_id limit 1
      ) status
      where tg_nargs = 0 or status.recheck_at is not null
        or status.last_contact_id = (to_jsonb(link) ->> tg_argv[0])::uuid
      group by link.owner_id
  loop
    perform update_contact_status(owner, bud_ids);
  end loop;
  return null;
end $$;
--> statement-breakpoint
-- A circle without a cadence changes no status.
create function contact_status_of_members() returns trigger language plpgsql as $$
declare
  owner uuid;
  bud_ids uuid[];
begin
  for owner, bud_ids in
    select link.owner_id, array_agg(distinct link.bud_id)
      from changed_links link join circles on circles.owner_id = link.owner_id and circles.id = link.circle_id
      where circles.cadence_days is not null group by link.owner_id
  loop
    perform update_contact_status(owner, bud_ids);
  end loop;
  return null;
end $$;
--> statement-breakpoint
create trigger contact_status_insert after insert on buds for each row
  when (new.cadence_days is not null) execute function contact_status_of_bud();
--> statement-breakpoint
create trigger contact_status_update after update on buds for each row
  when (old.cadence_days is distinct from new.cadence_days or old.snoozed_until is distinct from new.snoozed_until)
  execute function contact_status_of_bud();
--> statement-breakpoint
create trigger contact_status_update after update on circles for each row
  when (old.cadence_days is distinct from new.cadence_days)
  execute function contact_status_of_record('circle_buds', 'circle_id');
--> statement-breakpoint
create trigger contact_status_update after update on events for each row
  when (old.end_date is distinct from new.end_date)
  execute function contact_status_of_record('event_buds', 'event_id');
--> statement-breakpoint
create trigger contact_status_update after update on interactions for each row
  when (old.on_day is distinct from new.on_day or old.kind is distinct from new.kind)
  execute function contact_status_of_record('interaction_buds', 'interaction_id');
--> statement-breakpoint
create trigger contact_status_insert after insert on circle_buds referencing new table as changed_links
  for each statement execute function contact_status_of_members();
--> statement-breakpoint
create trigger contact_status_delete after delete on circle_buds referencing old table as changed_links
  for each statement execute function contact_status_of_removed_links();
--> statement-breakpoint
create trigger contact_status_insert after insert on event_buds referencing new table as changed_links
  for each statement execute function contact_status_of_attendees();
--> statement-breakpoint
create trigger contact_status_delete after delete on event_buds referencing old table as changed_links
  for each statement execute function contact_status_of_removed_links('event_id');
--> statement-breakpoint
create trigger contact_status_insert after insert on interaction_buds referencing new table as changed_links
  for each statement execute function contact_status_of_contacted();
--> statement-breakpoint
create trigger contact_status_delete after delete on interaction_buds referencing old table as changed_links
  for each statement execute function contact_status_of_removed_links('interaction_id');
--> statement-breakpoint
-- Derives the rows of `bud_dates` from the dates of a bud.
create function store_bud_dates() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from bud_dates where owner_id = new.owner_id and bud_id = new.id;
  end if;
  insert into bud_dates (owner_id, bud_id, n, month_day, year, label)
    select new.owner_id, new.id, n, (item ->> 'month')::int * 100 + (item ->> 'day')::int, (item ->> 'year')::int, item ->> 'label'
    from jsonb_array_elements(new.dates) with ordinality list (item, n);
  return null;
end $$;
--> statement-breakpoint
-- The dates of buds from the day `first` to the day `last`, the soonest first, at most `most`. In a common year, 29
-- February is 28 February. `years` is null if the year of the date is not known, or is later.
create function dates_between(owner uuid, first date, last date, most int default 1000)
  returns table (bud_id uuid, n int, label text, on_day date, years int)
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
        select dates.bud_id, dates.n, dates.label, dates_between.on_day,
            case when dates.year <= this_year then this_year - dates.year end
          from bud_dates dates where dates.owner_id = owner and dates.month_day = this_month_day
          order by dates.bud_id, dates.n limit most;
      get diagnostics counted = row_count;
      most := most - counted;
      exit when most = 0;
    end loop;
    exit when most = 0;
    on_day := on_day + 1;
  end loop;
end $$;
--> statement-breakpoint
create trigger bud_dates_insert after insert on buds for each row
  when (new.dates <> '[]') execute function store_bud_dates();
--> statement-breakpoint
create trigger bud_dates_update after update on buds for each row
  when (old.dates is distinct from new.dates) execute function store_bud_dates();
--> statement-breakpoint
create trigger record_change after insert or update or delete on interactions
  for each row execute function record_change('id', 'kind', 'on_day');
--> statement-breakpoint
create trigger record_change after insert or update or delete on interaction_buds
  for each row execute function record_change('interaction_id');
--> statement-breakpoint
insert into bud_dates (owner_id, bud_id, n, month_day, year, label)
  select owner_id, id, n, (item ->> 'month')::int * 100 + (item ->> 'day')::int, (item ->> 'year')::int, item ->> 'label'
  from buds, jsonb_array_elements(dates) with ordinality list (item, n);
--> statement-breakpoint
select update_contact_status(owner_id, array_agg(distinct bud_id)) from event_buds group by owner_id;
--> statement-breakpoint
-- The new fields change the response for each bud and circle. This is no change of a user.
select set_config('budkeeper.change', 'off', true);
--> statement-breakpoint
update buds set version = nextval('versions');
--> statement-breakpoint
update circles set version = nextval('versions');
--> statement-breakpoint
select set_config('budkeeper.change', '', true);
