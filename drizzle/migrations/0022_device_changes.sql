CREATE INDEX "sync_marks_file" ON "sync_marks" USING btree ("owner_id","file") WHERE file <> '';
--> statement-breakpoint
-- Begins a change set, which the trigger stores with its first row. Without it, the trigger begins one. All that a
-- transaction of a device writes belongs to the change set that `budkeeper.continued` names.
create or replace function begin_change() returns uuid
  language sql volatile
  return set_config(
    'budkeeper.change',
    coalesce(nullif(current_setting('budkeeper.continued', true), ''), uuid_at(clock_now())::text),
    true
  )::uuid;
--> statement-breakpoint
-- As before, but of a change set that a transaction continues, only the rows after `budkeeper.after` are told.
create or replace function capture_webhook_events() returns trigger language plpgsql as $$
declare
  most constant int := 100;
  told constant bigint := case
    when new.id::text = current_setting('budkeeper.continued', true)
    then current_setting('budkeeper.after', true)::bigint
    else 0
  end;
begin
  if not exists (select from webhooks where user_id = new.owner_id and off_since is null) then
    return null;
  end if;
  insert into webhook_deliveries (id, owner_id, webhook_id, type, record_id, change_id, at)
    with records as materialized (
      select source.type, change.record_id, min(change.n) as n,
        (array_agg(change.before is null order by change.n) filter (where source.is_record))[1] as is_new,
        (array_agg(change.after is null order by change.n desc) filter (where source.is_record))[1] as is_gone
        from change_rows change join webhook_sources source using (table_name)
        where change.owner_id = new.owner_id and change.change_id = new.id and change.n > told
        group by source.type, change.record_id
    ), named as materialized (
      select type || case when is_new then '.created' when is_gone then '.deleted' else '.updated' end as type, record_id, n
        from records
        where (is_new and is_gone) is not true
    ), total as materialized (
      select count(*) as records from records
    ), receivers as materialized (
      select webhook.id, webhook.types, total.records > most or exists (
          select from webhook_deliveries delivery
            where delivery.webhook_id = webhook.id and delivery.state in ('pending', 'sending') offset 999
        ) as is_told_once
        from webhooks webhook, total
        where webhook.user_id = new.owner_id and webhook.off_since is null
    ), occurred as (
      select false as is_whole, type, record_id, n from named
      union all
      select true, 'change.applied', null, 0 from total where total.records > 0
    )
    -- The app compares this time with its own, which has milliseconds.
    select uuid_at(clock_now()), new.owner_id, receivers.id, occurred.type, occurred.record_id, new.id,
        date_trunc('milliseconds', clock_now())
      from occurred join receivers on occurred.is_whole = receivers.is_told_once
      where receivers.types is null or occurred.type = any(receivers.types)
        or occurred.is_whole and exists (select from named where named.type = any(receivers.types))
      order by occurred.n;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger capture_appended_webhook_events after update of last_at on changes
  deferrable initially deferred
  for each row when (old.last_at is not null and new.last_at is distinct from old.last_at)
  execute function capture_webhook_events();
