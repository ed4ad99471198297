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
