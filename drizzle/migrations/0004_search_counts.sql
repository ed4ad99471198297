-- Covers the text like the indexes by name, for what most rows contain in the order of creation.
create index buds_by_creation on buds (owner_id, id) include (search_text);
--> statement-breakpoint
-- The version of an owner's list: another one whenever its rows may have changed. No version ever comes back, so what
-- was counted at one holds for as long as it stays.
create table list_versions (
  owner_id uuid not null references users on delete cascade,
  list text collate "C" not null,
  version uuid not null default gen_random_uuid(),
  primary key (owner_id, list)
) with (fillfactor = 50);
--> statement-breakpoint
insert into list_versions (owner_id, list) select distinct owner_id, list from list_runs;
--> statement-breakpoint
create function list_renew(list_name text, owners uuid[]) returns void language plpgsql as $$
begin
  insert into list_versions (owner_id, list)
  select o.owner, list_name from (select distinct unnest(owners) as owner order by 1) o
  -- An owner being deleted takes the version along.
  where exists (select from users where users.id = o.owner)
  on conflict on constraint list_versions_pkey do update set version = excluded.version;
end $$;
--> statement-breakpoint
-- Trigger of every list: refreshes the runs of the rows whose key appeared or vanished, and the version of every list
-- that a row was touched of. Its argument is the table's type column; none if it has no types.
create or replace function list_keep() returns trigger language plpgsql as $$
declare
  keys list_key[];
  owners uuid[];
begin
  case tg_op
  when 'INSERT' then
    select array_agg((r.owner_id, coalesce(to_jsonb(r) ->> tg_argv[0], ''), r.name_key, r.id)::list_key), array_agg(r.owner_id)
    into keys, owners from added r;
  when 'DELETE' then
    select array_agg((r.owner_id, coalesce(to_jsonb(r) ->> tg_argv[0], ''), r.name_key, r.id)::list_key), array_agg(r.owner_id)
    into keys, owners from removed r;
  when 'UPDATE' then
    select array_agg(r.owner_id) into owners from (select owner_id from added union all select owner_id from removed) r;
    -- A key that is both old and new has not changed.
    select array_agg((k.owner_id, k.type, k.name_key, k.id)::list_key) into keys
    from (
      select k.owner_id, k.type, k.name_key, k.id
      from (
        select r.owner_id, coalesce(to_jsonb(r) ->> tg_argv[0], '') as type, r.name_key, r.id from added r
        union all
        select r.owner_id, coalesce(to_jsonb(r) ->> tg_argv[0], ''), r.name_key, r.id from removed r
      ) k
      group by k.owner_id, k.type, k.name_key, k.id having count(*) = 1
    ) k;
  else
    delete from list_runs where list = tg_table_name;
    delete from list_versions where list = tg_table_name;
  end case;
  perform list_refresh(tg_table_name, keys);
  perform list_renew(tg_table_name, owners);
  return null;
end $$;
--> statement-breakpoint
-- Builds the runs and versions of one owner or all, of one list or all: after a bulk load without triggers, or as a repair.
create or replace function list_recount(owner uuid default null, list_name text default null) returns void language plpgsql as $$
begin
  if owner is null then
    perform pg_advisory_xact_lock(hashtextextended('list_runs', 0));
  else
    perform list_lock(owner);
  end if;
  delete from list_runs l where (owner is null or l.owner_id = owner) and (list_name is null or l.list = list_name);
  insert into list_runs
  select r.owner_id, r.list, r.ordering, r.type,
    case when place = 0 then '' else name end,
    case when place = 0 then uuid '00000000-0000-0000-0000-000000000000' else id end,
    least(half, total - place)
  from (
    select r.owner_id, r.list, s.ordering, s.type, s.name, r.id, greatest(list_run_size() / 2, 1) as half,
      row_number() over (partition by r.owner_id, r.list, s.ordering, s.type order by s.name collate "C", r.id) - 1 as place,
      count(*) over (partition by r.owner_id, r.list, s.ordering, s.type) as total
    from list_rows r
    cross join lateral (values ('created', '', ''), ('name', '', r.name_key),
      ('type_created', r.type, ''), ('type_name', r.type, r.name_key)) s (ordering, type, name)
    where (owner is null or r.owner_id = owner) and (list_name is null or r.list = list_name)
      and (r.type <> '' or s.ordering in ('created', 'name'))
  ) r
  where place % half = 0;
  delete from list_versions v where (owner is null or v.owner_id = owner) and (list_name is null or v.list = list_name);
  insert into list_versions (owner_id, list)
  select distinct l.owner_id, l.list from list_runs l
  where (owner is null or l.owner_id = owner) and (list_name is null or l.list = list_name);
end $$;
