ALTER TABLE "idempotency_keys" ADD COLUMN "result" jsonb;
--> statement-breakpoint
-- After a change of the cadence, the snooze or the archive of buds, for all of a statement at once. A plan for one row is
-- kept for many, so they are compared as sets and not joined.
create function contact_status_of_buds() returns trigger language plpgsql as $$
declare
  owner uuid;
  bud_ids uuid[];
begin
  for owner, bud_ids in
    select owner_id, array_agg(id) from (
      select owner_id, id, cadence_days, snoozed_until, archived_at is null from changed_buds
      except
      select owner_id, id, cadence_days, snoozed_until, archived_at is null from former_buds
    ) changed group by owner_id
  loop
    perform update_contact_status(owner, bud_ids);
  end loop;
  return null;
end $$;
--> statement-breakpoint
drop trigger contact_status_update on buds;
--> statement-breakpoint
create trigger contact_status_update after update on buds
  referencing old table as former_buds new table as changed_buds
  for each statement execute function contact_status_of_buds();
