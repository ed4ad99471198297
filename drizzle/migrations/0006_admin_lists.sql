ALTER TABLE "access_codes" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_fold(first_name || ' ' || surname || chr(31) || email)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "access_codes_used_by" ON "access_codes" USING btree ("used_by");--> statement-breakpoint
-- What a search of the access codes looks into: the code, and the address of who used it.
create function access_code_text() returns trigger language plpgsql as $$
begin
  new.search_text := search_fold(new.code || chr(31)
    || coalesce((select users.email from users where users.id = new.used_by), ''));
  return new;
end $$;
--> statement-breakpoint
create trigger access_codes_text before insert or update on access_codes
  for each row execute function access_code_text();
--> statement-breakpoint
create function access_codes_follow() returns trigger language plpgsql as $$
begin
  update access_codes set used_by = used_by where used_by = new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger access_codes_followed after update of email on users
  for each row when (old.email <> new.email) execute function access_codes_follow();
--> statement-breakpoint
update access_codes set used_by = used_by;
--> statement-breakpoint
create index access_codes_search on access_codes using gin (text_pieces(search_text)) with (fastupdate = off);
--> statement-breakpoint
create index users_search on users using gin (text_pieces(search_text)) with (fastupdate = off);
--> statement-breakpoint
-- A run counts the rows of a table that belongs to nobody, from its first id up to the next run's; ids before every run
-- belong to a run at the zero uuid. It is to these tables what list_runs is to an owner's.
create table row_runs (
  list text collate "C" not null,
  from_id uuid not null,
  n int not null,
  primary key (list, from_id)
) with (fillfactor = 70);
--> statement-breakpoint
-- Counts anew the runs that hold the given ids; a run grown too big is cut in pieces, an empty one removed. Writers of
-- one table's runs take turns until their transactions end.
create function row_runs_refresh(list_name text, ids uuid[]) returns void language plpgsql as $$
declare
  half constant int := greatest(list_run_size() / 2, 1);
  zero constant uuid := '00000000-0000-0000-0000-000000000000';
  run uuid;
  next uuid;
  total int;
begin
  if ids is null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('row_runs' || list_name, 0));
  for run in
    select distinct coalesce((
      select r.from_id from row_runs r where r.list = list_name and r.from_id <= i.id
      order by r.from_id desc limit 1), zero)
    from unnest(ids) i (id)
  loop
    next := coalesce((
      select r.from_id from row_runs r where r.list = list_name and r.from_id > run
      order by r.from_id limit 1), list_end_id());
    execute format('select count(*) from %I where id >= $1 and id < $2', list_name) into total using run, next;
    if total = 0 then
      delete from row_runs r where r.list = list_name and r.from_id = run;
    elsif total <= list_run_size() then
      insert into row_runs as r values (list_name, run, total)
      on conflict on constraint row_runs_pkey do update set n = excluded.n where r.n <> excluded.n;
    else
      execute format(
        'insert into row_runs
        select $1, case when place = 0 then $2 else id end, least($4, $5 - place)
        from (select id, row_number() over (order by id) - 1 as place from %I where id >= $2 and id < $3) r
        where place %% $4 = 0
        on conflict on constraint row_runs_pkey do update set n = excluded.n', list_name)
      using list_name, run, next, half, total;
    end if;
  end loop;
end $$;
--> statement-breakpoint
create function row_runs_keep() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  case tg_op
  when 'INSERT' then select array_agg(r.id) into ids from added r;
  when 'DELETE' then select array_agg(r.id) into ids from removed r;
  else delete from row_runs where list = tg_table_name;
  end case;
  perform row_runs_refresh(tg_table_name, ids);
  return null;
end $$;
--> statement-breakpoint
-- Builds the runs of a table: after a bulk load without triggers, or as a repair.
create function row_runs_recount(list_name text) returns void language plpgsql as $$
declare
  ids uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('row_runs' || list_name, 0));
  delete from row_runs where list = list_name;
  execute format('select array_agg(id) from %I', list_name) into ids;
  perform row_runs_refresh(list_name, ids);
end $$;
--> statement-breakpoint
-- Where a page of the newest rows begins, as list_place says it of an owner's list.
create function row_place(list_name text, page_start int, page_size int,
  out total int, out from_id uuid, out skip int, out take int) language plpgsql stable as $$
declare
  first int;
begin
  select coalesce(sum(r.n), 0) into total from row_runs r where r.list = list_name;
  take := greatest(least(page_size, total - page_start), 0);
  if take = 0 then return; end if;
  first := total - page_start - take;
  select r.from_id, first - r.before into from_id, skip
  from (
    select l.from_id, l.n, sum(l.n) over (order by l.from_id rows unbounded preceding) - l.n as before
    from row_runs l where l.list = list_name
  ) r
  where r.before <= first and r.before + r.n > first limit 1;
end $$;
--> statement-breakpoint
create trigger row_added after insert on users referencing new table as added
  for each statement execute function row_runs_keep();
--> statement-breakpoint
create trigger row_removed after delete on users referencing old table as removed
  for each statement execute function row_runs_keep();
--> statement-breakpoint
create trigger row_emptied after truncate on users for each statement execute function row_runs_keep();
--> statement-breakpoint
create trigger row_added after insert on access_codes referencing new table as added
  for each statement execute function row_runs_keep();
--> statement-breakpoint
create trigger row_removed after delete on access_codes referencing old table as removed
  for each statement execute function row_runs_keep();
--> statement-breakpoint
create trigger row_emptied after truncate on access_codes for each statement execute function row_runs_keep();
--> statement-breakpoint
select row_runs_recount('users'), row_runs_recount('access_codes');
