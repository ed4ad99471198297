ALTER TABLE "changes" ADD COLUMN "bulk" jsonb;
--> statement-breakpoint
-- A statement that records the buds that it writes says so by this setting. What a deletion takes with it is recorded as ever.
drop trigger record_change on buds;
--> statement-breakpoint
create trigger record_change after insert or update or delete on buds for each row
  when (current_setting('budkeeper.recorded', true) is distinct from 'buds')
  execute function record_change('id', 'first_name', 'surname');
--> statement-breakpoint
drop trigger sync_mark on buds;
--> statement-breakpoint
drop function mark_bud();
--> statement-breakpoint
-- All buds of a statement at once.
create function mark_buds() returns trigger language plpgsql as $$
begin
  insert into sync_marks (owner_id, type, record_id, n)
    select state.owner_id, 'bud', changed.id, null
      from sync_states state join users on users.id = state.owner_id join changed_buds changed on changed.owner_id = state.owner_id
      order by changed.id
    on conflict (owner_id, type, record_id) do update set n = null;
  return null;
end $$;
--> statement-breakpoint
create trigger sync_mark_insert after insert on buds referencing new table as changed_buds
  for each statement execute function mark_buds();
--> statement-breakpoint
create trigger sync_mark_update after update on buds referencing new table as changed_buds
  for each statement execute function mark_buds();
--> statement-breakpoint
create trigger sync_mark_delete after delete on buds referencing old table as changed_buds
  for each statement execute function mark_buds();
--> statement-breakpoint
-- As before. In a text of ASCII only, few characters are looked for: the long list takes most of the time of writing a bud.
create or replace function search_key(content text) returns bytea language plpgsql immutable strict parallel safe as $$
declare
  folded constant text := public.search_fold(content);
  plain constant text := case when octet_length(folded) = length(folded)
    then translate(folded, U&'\0009\000A\000B\000C\000D\0060', '     ''')
    else translate(folded,
      U&'\0009\000A\000B\000C\000D\0085\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000'
        '\2018\2019\201A\201B\02B9\02BB\02BC\02BD\02B9\2032\0060\00B4\FF07'
        '\201C\201D\201E\201F\2033\00AB\00BB\FF02'
        '\2010\2011\2012\2013\2014\2015\2212\FE58\FE63\FF0D'
        '\00AD\200B\200C\200D\200E\200F\061C\202A\202B\202C\202D\202E\2060\2066\2067\2068\2069\FEFF',
      '                        ''''''''''''''''''''''''''""""""""----------') end;
begin
  return convert_to(regexp_replace(regexp_replace(plain, ' {2,}', ' ', 'g'), '([^ ,]),( |$)', '\1\2', 'g'), 'UTF8');
end $$;
