-- 1,000,000 buds: one owner with 100,000, five with 10,000, 850 with about 1,000.
-- The indexes are created after the rows, because this is faster.
set session_replication_role = replica;
select setseed(0.42);
create temporary table list_indexes as select indexname, indexdef from pg_indexes
where tablename in ('buds', 'circles', 'events') and indexname not in (select conname from pg_constraint);
do $$ declare name text; begin
  for name in select indexname from list_indexes loop execute format('drop index %I', name); end loop;
end $$;

create function bench_owner(n int) returns uuid language sql immutable
  return ('01900000-0000-7000-8000-' || lpad(to_hex(n * 2654435761 % 281474976710597), 12, '0'))::uuid;

insert into users (id, first_name, email, trial_ends_at)
select bench_owner(n), 'Owner', 'owner' || n || '@example.org', now() from generate_series(1, 856) n;

create temporary table words as select
  string_to_array('James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Sarah Charles Karen Amara Priya Wei Fatima Omar Ingrid Mateo Zoë José Łukasz Åsa François Anaïs Jürgen Søren Élodie', ' ') first_names,
  string_to_array('Smith Johnson Williams Brown Jones Garcia Miller Davis Okoro Martinez Hernandez Lopez Wilson Anderson Taylor Moore Jackson Martin Lee Perez Thompson White Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Nguyen Hill Flores Green Adams Nelson Baker Hall Campbell Mitchell Carter Roberts O''Brien Müller Gómez Öberg Dvořák Kowalczyk Fitzgerald Abernathy', ' ') surnames,
  string_to_array('Software engineer,Nurse,Teacher,Accountant,Designer,Lawyer,Plumber,Architect,Chef,Sales manager,Physiotherapist,Dentist,Journalist,Carpenter,Data analyst,Electrician,Photographer,Pharmacist,Student,Baker', ',') occupations,
  string_to_array('London,Bristol,Leeds,Cardiff,Glasgow,Manchester,Norwich,York,Bath,Exeter,Swansea,Dundee,Oxford,Belfast,Brighton,Sheffield,Derby,Dublin,Edinburgh,Zürich', ',') locations,
  array['Friend', 'Friend', 'Friend', 'Family', 'Work', 'Work', 'Work', 'Client', 'Other'] types;

insert into buds (owner_id, id, first_name, surname, nickname, occupation, location, budtype, hobbies, preferences,
  industry, origination, last_interaction, custom_fields, phones)
select bench_owner(case when k % 10 = 0 then 1 when k % 20 = 1 then 2 + (k / 20) % 5 else 7 + floor(random() * 850)::int end),
  (lpad(to_hex(1700000000000 + k * 1000), 12, '0') || '7' || substr(md5(k::text), 1, 3) || '8' || substr(md5(k::text), 4, 15))::uuid,
  first_names[1 + floor(random() * array_length(first_names, 1))::int],
  surnames[1 + floor(random() * array_length(surnames, 1))::int]
    || case when random() < 0.3 then ' ' || initcap(substr(md5(random()::text), 1, 5)) else '' end,
  case when random() < 0.3 then initcap(substr(md5(random()::text), 1, 6)) else '' end,
  coalesce(occupations[1 + floor(random() * 25)::int], ''), coalesce(locations[1 + floor(random() * 25)::int], ''), types[1 + floor(random() * 9)::int],
  array['Baking', 'Yoga'], array['Vegan', 'Tea'], array['Aerospace'], array['Workplace'],
  'Coffee at the market, a new job in May', '[{"name": "Birthday", "value": "3 May"}]',
  jsonb_build_array(jsonb_build_object('label', 'mobile', 'value',
    case when k % 3 = 0 then '07700 9' else '+44 7700 9' end || lpad(floor(random() * 100000)::int::text, 5, '0')))
from generate_series(1, 1000000) k, words;

-- 200,000 circles and 200,000 events: one owner with 100,000 of each, three with 10,000, 70 with about 1,000.
alter table circle_buds drop constraint circle_buds_owner_id_circle_id_bud_id_pk;
alter table event_buds drop constraint event_buds_owner_id_event_id_bud_id_pk;

create temporary table gatherings as select k,
  bench_owner(case when k % 2 = 0 then 1 when k % 20 in (1, 3, 5) then 2 + k / 20 % 3 else 7 + floor(random() * 70)::int end) as owner_id,
  (lpad(to_hex(1700000000000 + k * 1000), 12, '0') || '7' || substr(md5('g' || k), 1, 3) || '8' || substr(md5('g' || k), 4, 15))::uuid as id,
  initcap(occupations[1 + floor(random() * 20)::int]) || ' ' || surnames[1 + floor(random() * 52)::int] as name,
  surnames[1 + floor(random() * 52)::int] || ' and ' || first_names[1 + floor(random() * 36)::int] || ' bring what is left of it' as description,
  locations[1 + floor(random() * 20)::int] as location,
  timestamp '2021-01-01' + floor(random() * 4383)::int * interval '1 day' + floor(random() * 20)::int * interval '1 hour' as start_date
from generate_series(1, 200000) k, words;

insert into circles (owner_id, id, name, shortname, description, location, circletype, milestones)
select owner_id, id, name, left(name, 3), description, location,
  (array['Friends', 'Friends', 'Family', 'Work', 'Clients', 'Other'])[1 + k % 6], '[{"id": 1, "date": "2026-05-01", "description": "First meeting"}]'
from gatherings;
insert into events (owner_id, id, name, description, location, eventtype, start_date, end_date)
select owner_id, id, name, description, location, (array['Social', 'Social', 'Client', 'Colleagues', 'Other'])[1 + k % 5], start_date,
  start_date + case when k % 20 = 0 then interval '3 days' when k % 500 = 0 then interval '60 days' else interval '2 hours' end
from gatherings;

-- Four members or attendees each, from the owner's first 800 buds.
create temporary table firsts as
  select * from (select owner_id, id, row_number() over (partition by owner_id order by id) - 1 as place from buds) b where place < 800;
create index on firsts (owner_id, place);
analyze firsts, gatherings;
insert into circle_buds
select g.owner_id, g.id, f.id from gatherings g cross join generate_series(0, 3) n
join firsts f on f.owner_id = g.owner_id and f.place = (g.k * 7 + n * 131) % 800;
insert into event_buds select * from circle_buds;

alter table circle_buds add constraint circle_buds_owner_id_circle_id_bud_id_pk primary key (owner_id, circle_id, bud_id);
alter table event_buds add constraint event_buds_owner_id_event_id_bud_id_pk primary key (owner_id, event_id, bud_id);
do $$ declare definition text; begin
  for definition in select indexdef from list_indexes loop execute definition; end loop;
end $$;
set session_replication_role = origin;
