-- What filters look for in a bud, a bit for each: see `app/people/buds/facets.ts`, whose order is this one.
create function bud_facets(
  emails jsonb, phones jsonb, addresses jsonb, photo text, dates jsonb, notes text,
  hobbies text[], preferences text[], industry text[], origination text[]
) returns bit language plpgsql immutable parallel safe as $$
declare
  facets bit(256) := 0::bit(256);
  chosen text;
  place int;
begin
  facets := set_bit(facets, 0, (emails <> '[]')::int);
  facets := set_bit(facets, 1, (phones <> '[]')::int);
  facets := set_bit(facets, 2, (addresses <> '[]')::int);
  facets := set_bit(facets, 3, (photo is not null)::int);
  -- The usual spelling is looked for first: a regular expression takes four times as long.
  if dates <> '[]' then
    facets := set_bit(facets, 4,
      (dates @> '[{"label":"Birthday"}]' or dates @? '$[*] ? (@.label like_regex "^Birthday$" flag "i")')::int);
  end if;
  facets := set_bit(facets, 5, (notes <> '')::int);
  foreach chosen in array hobbies loop
    place := array_position('{
      "American Football","Archery","Astronomy","Badminton","Baking","Basketball","Bird Watching","Board Games",
      "Camping","Chess","Choir Singing","Climbing","Cooking","Cricket","Crosswords","Cycling","Dancing","DIY",
      "Drawing","Fishing","Football","Gaming","Gardening","Genealogy","Golf","Hiking","Home Brewing",
      "Horse Riding","Knitting","Language Learning","Martial Arts","Meditation","Painting","Photography",
      "Playing Music","Podcasts","Pottery","Pub Quizzes","Reading","Rugby","Running","Sailing","Sewing","Skiing",
      "Swimming","Tennis","Theatre","Travelling","Volunteering","Writing","Yoga"
    }'::text[], chosen);
    if place is not null then
      facets := set_bit(facets, 5 + place, 1);
    end if;
  end loop;
  foreach chosen in array preferences loop
    place := array_position('{
      "Allergy: Dust","Allergy: Latex","Allergy: Peanuts","Allergy: Pollen","Allergy: Shellfish","Vegan",
      "Vegetarian","Keto","Paleo","Gluten Free","Dairy Free","British Food","Caribbean Food","Chinese Food",
      "Ethiopian Food","French Food","Greek Food","Indian Food","Italian Food","Japanese Food","Korean Food",
      "Lebanese Food","Mexican Food","Moroccan Food","Nigerian Food","Persian Food","Polish Food","Spanish Food",
      "Thai Food","Turkish Food","Vietnamese Food","Barbecue","Black Coffee","Brunch","Cheese","Chocolate",
      "Cocktails","Craft Beer","Decaf","Herbal Tea","No Alcohol","Pizza","Red Wine","Seafood","Spicy Food",
      "Street Food","Sunday Roast","Sweet Tooth","Tea"
    }'::text[], chosen);
    if place is not null then
      facets := set_bit(facets, 56 + place, 1);
    end if;
  end loop;
  foreach chosen in array industry loop
    place := array_position('{
      "Aerospace","Agriculture","Architecture","Automotive","Charity","Construction","Education","Energy",
      "Engineering","Fashion","Film and Television","Finance","Government","Healthcare","Hospitality",
      "Information Technology","Insurance","Law","Manufacturing","Marketing","Media and Publishing",
      "Music and Arts","Real Estate","Retail","Transportation"
    }'::text[], chosen);
    if place is not null then
      facets := set_bit(facets, 105 + place, 1);
    end if;
  end loop;
  foreach chosen in array origination loop
    place := array_position('{
      "Airports/journeys","Art galleries/museums","Beaches","Book clubs","Coffee shops","Community centres",
      "Concerts/festivals","Conferences","Dance classes","Dog parks","Evening classes","Family gatherings",
      "Gyms/fitness classes","Libraries","Markets","Mutual friends","Neighbourhood","Online gaming",
      "Places of worship","Pubs/bars","Random encounters","School/university","Social media","Sports clubs",
      "Volunteering","Weddings/parties","Workplace"
    }'::text[], chosen);
    if place is not null then
      facets := set_bit(facets, 130 + place, 1);
    end if;
  end loop;
  return facets;
end $$;
--> statement-breakpoint
-- Hashes of tags, without regard to case.
create function tag_keys(tags text[]) returns bigint[] language plpgsql immutable strict parallel safe as $$
begin
  if tags = '{}' then
    return '{}';
  end if;
  return array(select hashtextextended(public.search_fold(tag), 0) from unnest(tags) tag);
end $$;
--> statement-breakpoint
create or replace function row_image(content jsonb) returns jsonb
  language sql immutable strict parallel safe
  return content - '{created_at,name_key,search_text,long_search_text,facets,tag_keys,repeat_until,next_start,last_end,settle_at,ends_at,list_start}'::text[];
--> statement-breakpoint
-- What the contact status of buds is derived from. Rows are looked up one by one: without statistics, all rows of the owner
-- would be read.
create function derived_contact_status(owner uuid, bud_ids uuid[], zone text, local_now timestamp)
  returns table (bud_id uuid, last_contact_on date, last_contact_id uuid, cadence_days int, due_on date, recheck_at timestamptz)
  language sql stable as $$
  select derived.id, derived.last_on, derived.last_id, derived.cadence,
    greatest(
      coalesce(derived.last_on, wall_clock(derived.created_at, zone)::date) + derived.cadence,
      case when derived.cadence is not null then derived.snoozed_until end
    ),
    instant_of(derived.next_end, zone)
  from (
    select bud.id, bud.created_at, bud.snoozed_until, last.on_day as last_on, last.id as last_id,
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
    -- Derived once, although several columns need it.
    offset 0
  ) derived
$$;
--> statement-breakpoint
-- Locks rows in the order of all writers, one by one: without statistics, all rows of the owner would be read. Returns how many
-- there are.
create function lock_contact_status(owner uuid, bud_ids uuid[]) returns int language plpgsql volatile as $$
declare
  locked int;
begin
  perform from (select distinct id from unnest(bud_ids) id order by id) given, lateral (
    select from contact_status where owner_id = owner and bud_id = given.id limit 1 for update
  ) status;
  get diagnostics locked = row_count;
  return locked;
end $$;
--> statement-breakpoint
-- Inserts the rows that are new as they are derived. Of two transactions that insert one row, the second waits and derives it
-- anew, as the rows that are there: they are locked first, so that of two changes at once the later one sees both.
create or replace function update_contact_status(owner uuid, bud_ids uuid[]) returns void
  language plpgsql volatile as $$
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
    where status.ctid = derived.at;
end $$;
--> statement-breakpoint
-- As before, with rows that are looked up one by one, and new ones that are written once.
create or replace function add_contacts(owner uuid, bud_ids uuid[], contact_ids uuid[], days date[], ends timestamp[]) returns void
  language plpgsql volatile as $$
declare
  zone text;
begin
  if lock_contact_status(owner, bud_ids) < cardinality(bud_ids) then
    -- A bud without a row has no cadence.
    insert into contact_status (owner_id, bud_id, last_contact_on, last_contact_id)
      select distinct on (bud_id) owner, bud_id, on_day, case when on_day is not null then id end
        from unnest(bud_ids, contact_ids, days) list (bud_id, id, on_day)
        order by bud_id, on_day desc nulls last, id desc
      on conflict do nothing;
    perform lock_contact_status(owner, bud_ids);
  end if;
  if array_remove(days, null) <> '{}' then
    update contact_status status
      set last_contact_on = contact.on_day,
        last_contact_id = contact.id,
        due_on = greatest(
          contact.on_day + status.cadence_days,
          case when status.cadence_days is not null then contact.snoozed_until end
        )
      from (
        select stored.at, last.on_day, last.id, bud.snoozed_until
          from (
            select distinct on (bud_id) * from unnest(bud_ids, contact_ids, days) list (bud_id, id, on_day)
              where on_day is not null order by bud_id, on_day desc, id desc
          ) last, lateral (
            select ctid as at from contact_status where owner_id = owner and bud_id = last.bud_id limit 1
          ) stored, lateral (
            select snoozed_until from buds where owner_id = owner and id = last.bud_id limit 1
          ) bud
      ) contact
      where status.ctid = contact.at
        and (status.last_contact_on is null
          or (status.last_contact_on, status.last_contact_id) < (contact.on_day, contact.id));
  end if;
  if array_remove(ends, null) <> '{}' then
    select time_zone into zone from users where id = owner;
    update contact_status status
      set recheck_at = instant_of(next.end_date, zone)
      from (
        select stored.at, first.end_date
          from (
            select bud_id, min(end_date) as end_date from unnest(bud_ids, ends) list (bud_id, end_date)
              where end_date is not null group by bud_id
          ) first, lateral (
            select ctid as at from contact_status where owner_id = owner and bud_id = first.bud_id limit 1
          ) stored
      ) next
      where status.ctid = next.at
        and (status.recheck_at is null or status.recheck_at > instant_of(next.end_date, zone));
  end if;
end $$;
--> statement-breakpoint
-- A statement that records the buds that it writes derives their contact status itself, if it has to.
drop trigger contact_status_update on buds;
--> statement-breakpoint
create trigger contact_status_update after update on buds
  referencing old table as former_buds new table as changed_buds
  for each statement when (current_setting('budkeeper.recorded', true) is distinct from 'buds')
  execute function contact_status_of_buds();
--> statement-breakpoint
DROP INDEX "buds_tagged";--> statement-breakpoint
DROP INDEX "buds_by_time";--> statement-breakpoint
DROP INDEX "buds_by_type";--> statement-breakpoint
DROP INDEX "buds_by_name";--> statement-breakpoint
DROP INDEX "buds_by_type_and_name";--> statement-breakpoint
-- One statement, so that the rows are written once.
ALTER TABLE "buds"
	ADD COLUMN "facets" bit(256) GENERATED ALWAYS AS (bud_facets(emails, phones, addresses, photo, dates, notes, hobbies, preferences, industry, origination)) STORED NOT NULL,
	ADD COLUMN "tag_keys" bigint[] GENERATED ALWAYS AS (tag_keys(tags)) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "buds_tagged" ON "buds" USING btree ("owner_id","id","tag_keys") WHERE tags <> '{}';--> statement-breakpoint
CREATE INDEX "buds_by_time" ON "buds" USING btree ("owner_id","id","archived_at","budtype","facets","search_text");--> statement-breakpoint
CREATE INDEX "buds_by_type" ON "buds" USING btree ("owner_id","budtype","id","archived_at");--> statement-breakpoint
CREATE INDEX "buds_by_name" ON "buds" USING btree ("owner_id","name_key","id","archived_at","budtype","facets","search_text");--> statement-breakpoint
CREATE INDEX "buds_by_type_and_name" ON "buds" USING btree ("owner_id","budtype","name_key","id","archived_at");
