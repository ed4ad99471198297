-- These two cover the text, for the search of what most rows contain.
create index buds_by_name on buds (owner_id, name_key, id) include (budtype, search_text);
--> statement-breakpoint
create index buds_by_type_and_name on buds (owner_id, budtype, name_key, id) include (search_text);
--> statement-breakpoint
create index buds_search on buds using gin (search_grams(owner_id, search_text)) with (fastupdate = off);
--> statement-breakpoint
-- A run counts the rows of an owner's list from its first key up to the next run's; keys before every run
-- belong to a run at ('', zero uuid). Orderings: all rows by 'created' (id) or 'name'
-- (name_key, id), each type's rows by 'type_created' or 'type_name'. The type of the first two is ''.
create table list_runs (
  owner_id uuid not null references users on delete cascade,
  list text collate "C" not null,
  ordering text collate "C" not null,
  type text not null,
  from_name text collate "C" not null,
  from_id uuid not null,
  n int not null,
  primary key (owner_id, list, ordering, type, from_name, from_id)
) with (fillfactor = 70);
--> statement-breakpoint
-- A run that grows beyond this many rows is cut.
create function list_run_size() returns int language sql immutable parallel safe return 400;
--> statement-breakpoint
-- All lists as one; a list without types has the type ''.
create view list_rows as
  select 'buds' as list, owner_id, budtype as type, name_key, id from buds;
--> statement-breakpoint
-- A row of list_rows, without the list.
create type list_key as (owner_id uuid, type text, name_key text, id uuid);
--> statement-breakpoint
-- The key after which no row comes.
create function list_end_name() returns text language sql immutable parallel safe return U&'\+10FFFF';
--> statement-breakpoint
create function list_end_id() returns uuid language sql immutable parallel safe return uuid 'ffffffff-ffff-ffff-ffff-ffffffffffff';
--> statement-breakpoint
-- The rows of one ordering and type from one key up to another, as (name, id) in that ordering. Collations are
-- spelled out because a text argument takes on that of its neighbours, which would rule out the indexes.
create function list_range(owner uuid, list_name text, run_ordering text, run_type text,
  from_name text, from_id uuid, to_name text, to_id uuid)
  returns table (name text, id uuid) language plpgsql stable as $$
begin
  case run_ordering
  when 'created' then return query
    select '', r.id from list_rows r where r.list = list_name and r.owner_id = owner
      and r.id >= from_id and r.id < to_id;
  when 'name' then return query
    select r.name_key, r.id from list_rows r where r.list = list_name and r.owner_id = owner
      and (r.name_key, r.id) >= (from_name collate "C", from_id) and (r.name_key, r.id) < (to_name collate "C", to_id);
  when 'type_created' then return query
    select '', r.id from list_rows r where r.list = list_name and r.owner_id = owner and r.type = run_type collate "default"
      and r.id >= from_id and r.id < to_id;
  when 'type_name' then return query
    select r.name_key, r.id from list_rows r where r.list = list_name and r.owner_id = owner and r.type = run_type collate "default"
      and (r.name_key, r.id) >= (from_name collate "C", from_id) and (r.name_key, r.id) < (to_name collate "C", to_id);
  end case;
end $$;
--> statement-breakpoint
-- One writer of an owner's runs at a time, until its transaction ends. Whoever changes or deletes rows calls this
-- before it touches one, a single statement too: the trigger's own call comes after the rows, so one who holds the
-- runs and waits for such a row would wait for a writer who waits for the runs. An insert waits for nobody's row.
create function list_lock(owner uuid) returns void language plpgsql as $$
begin
  -- A recount of all owners shuts everyone out.
  perform pg_advisory_xact_lock_shared(hashtextextended('list_runs', 0));
  perform pg_advisory_xact_lock(hashtextextended('list_runs' || owner, 0));
end $$;
--> statement-breakpoint
-- Counts anew the runs that hold the given keys; a run grown too big is cut in pieces, an empty one removed.
create function list_refresh(list_name text, keys list_key[]) returns void language plpgsql as $$
declare
  half constant int := greatest(list_run_size() / 2, 1);
  zero constant uuid := '00000000-0000-0000-0000-000000000000';
  run record;
  next record;
  total int;
begin
  if keys is null then return; end if;
  perform list_lock(o.owner_id) from (select distinct k.owner_id from unnest(keys) k order by 1) o;
  for run in
    select distinct k.owner_id, s.ordering, s.type, coalesce(r.from_name, '') as from_name, coalesce(r.from_id, zero) as from_id
    from unnest(keys) k
    cross join lateral (values ('created', '', ''), ('name', '', k.name_key),
      ('type_created', k.type, ''), ('type_name', k.type, k.name_key)) s (ordering, type, name)
    left join lateral (
      select l.from_name, l.from_id from list_runs l
      where l.owner_id = k.owner_id and l.list = list_name and l.ordering = s.ordering and l.type = s.type
        and (l.from_name, l.from_id) <= (s.name collate "C", k.id)
      order by l.from_name desc, l.from_id desc limit 1) r on true
    where (k.type <> '' or s.ordering in ('created', 'name'))
      -- An owner being deleted takes the runs along.
      and exists (select from users where users.id = k.owner_id)
  loop
    select l.from_name, l.from_id into next from list_runs l
    where l.owner_id = run.owner_id and l.list = list_name and l.ordering = run.ordering and l.type = run.type
      and (l.from_name, l.from_id) > (run.from_name collate "C", run.from_id)
    order by l.from_name, l.from_id limit 1;
    next.from_name := coalesce(next.from_name, list_end_name());
    next.from_id := coalesce(next.from_id, list_end_id());
    select count(*) into total from list_range(run.owner_id, list_name, run.ordering, run.type,
      run.from_name, run.from_id, next.from_name, next.from_id);
    if total = 0 then
      delete from list_runs l
      where l.owner_id = run.owner_id and l.list = list_name and l.ordering = run.ordering and l.type = run.type
        and l.from_name = run.from_name and l.from_id = run.from_id;
    elsif total <= list_run_size() then
      insert into list_runs as l
      values (run.owner_id, list_name, run.ordering, run.type, run.from_name, run.from_id, total)
      on conflict on constraint list_runs_pkey do update set n = excluded.n where l.n <> excluded.n;
    else
      insert into list_runs
      select run.owner_id, list_name, run.ordering, run.type,
        case when place = 0 then run.from_name else name end, case when place = 0 then run.from_id else id end,
        least(half, total - place)
      from (select name, id, row_number() over (order by name collate "C", id) - 1 as place
        from list_range(run.owner_id, list_name, run.ordering, run.type,
          run.from_name, run.from_id, next.from_name, next.from_id)) r
      where place % half = 0
      on conflict on constraint list_runs_pkey do update set n = excluded.n;
    end if;
  end loop;
end $$;
--> statement-breakpoint
-- Trigger of every list: refreshes the runs of the rows whose key appeared or vanished. Its argument is the
-- table's type column; none if it has no types.
create function list_keep() returns trigger language plpgsql as $$
declare
  keys list_key[];
begin
  case tg_op
  when 'INSERT' then
    select array_agg((r.owner_id, coalesce(to_jsonb(r) ->> tg_argv[0], ''), r.name_key, r.id)::list_key) into keys from added r;
  when 'DELETE' then
    select array_agg((r.owner_id, coalesce(to_jsonb(r) ->> tg_argv[0], ''), r.name_key, r.id)::list_key) into keys from removed r;
  when 'UPDATE' then
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
  end case;
  perform list_refresh(tg_table_name, keys);
  return null;
end $$;
--> statement-breakpoint
-- Builds the runs of one owner or all, of one list or all: after a bulk load without triggers, or as a repair.
create function list_recount(owner uuid default null, list_name text default null) returns void language plpgsql as $$
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
end $$;
--> statement-breakpoint
-- Where a page begins: the run that holds its first row, the rows to skip there and the rows to take. Pages of a
-- descending list are counted from its end. Without type: the whole ordering.
create function list_place(owner uuid, list_name text, run_ordering text, run_type text, descending boolean,
  page_start int, page_size int,
  out total int, out from_type text, out from_name text, out from_id uuid, out skip int, out take int)
  language plpgsql stable as $$
declare
  first int;
begin
  select coalesce(sum(l.n), 0) into total from list_runs l
  where l.owner_id = owner and l.list = list_name and l.ordering = run_ordering and l.type = coalesce(run_type, l.type);
  take := greatest(least(page_size, total - page_start), 0);
  if take = 0 then return; end if;
  first := case when descending then total - page_start - take else page_start end;
  select r.type, r.from_name, r.from_id, first - r.before into from_type, from_name, from_id, skip
  from (
    select l.type, l.from_name, l.from_id, l.n,
      sum(l.n) over (order by l.type, l.from_name, l.from_id rows unbounded preceding) - l.n as before
    from list_runs l
    where l.owner_id = owner and l.list = list_name and l.ordering = run_ordering and l.type = coalesce(run_type, l.type)
  ) r
  where r.before <= first and r.before + r.n > first limit 1;
end $$;
--> statement-breakpoint
create trigger list_added after insert on buds referencing new table as added
  for each statement execute function list_keep('budtype');
--> statement-breakpoint
create trigger list_removed after delete on buds referencing old table as removed
  for each statement execute function list_keep('budtype');
--> statement-breakpoint
create trigger list_changed after update on buds referencing old table as removed new table as added
  for each statement execute function list_keep('budtype');
--> statement-breakpoint
create trigger list_emptied after truncate on buds for each statement execute function list_keep('budtype');
