CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"type" text NOT NULL,
	"record_id" uuid,
	"change_id" uuid,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"status" integer,
	"problem" text,
	"at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	CONSTRAINT "webhook_deliveries_state" CHECK (state in ('pending', 'sending', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"failing_since" timestamp with time zone,
	"off_since" timestamp with time zone,
	"off_reason" text,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	CONSTRAINT "webhooks_off_reason" CHECK (off_reason in ('gone', 'failing'))
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_owner" ON "webhook_deliveries" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_list" ON "webhook_deliveries" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("state","at") WHERE state in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "webhook_deliveries_next" ON "webhook_deliveries" USING btree ("webhook_id","at") WHERE state in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "webhooks_user" ON "webhooks" USING btree ("user_id","id");
--> statement-breakpoint
-- Stores what a change set did to records as deliveries of its owner's webhooks, when its transaction ends: its rows are
-- complete then. Proposals are not part of a bud. A change set with more records than `most` is one event, and so is each
-- one for a webhook with a thousand messages that wait.
create function capture_webhook_events() returns trigger language plpgsql as $$
declare
  most constant int := 100;
begin
  if not exists (select from webhooks where user_id = new.owner_id and off_since is null) then
    return null;
  end if;
  insert into webhook_deliveries (id, owner_id, webhook_id, type, record_id, change_id, at)
    with records as materialized (
      select kind.type, change.record_id, min(change.n) as n,
        (array_agg(change.before is null order by change.n) filter (where kind.is_record))[1] as is_new,
        (array_agg(change.after is null order by change.n desc) filter (where kind.is_record))[1] as is_gone
        from change_rows change join (values
          ('buds', 'bud', true),
          ('bud_photos', 'bud', false),
          ('circles', 'circle', true),
          ('circle_buds', 'circle', false),
          ('events', 'event', true),
          ('event_buds', 'event', false),
          ('interactions', 'interaction', true),
          ('interaction_buds', 'interaction', false)
        ) kind (table_name, type, is_record) using (table_name)
        where change.owner_id = new.owner_id and change.change_id = new.id
        group by kind.type, change.record_id
    ), total as materialized (
      select count(*) as records from records
    ), receivers as materialized (
      select webhook.id, total.records > most or exists (
          select from webhook_deliveries delivery
            where delivery.webhook_id = webhook.id and delivery.state in ('pending', 'sending') offset 999
        ) as is_told_once
        from webhooks webhook, total
        where webhook.user_id = new.owner_id and webhook.off_since is null
    ), occurred as (
      select false as is_whole,
        type || case when is_new then '.created' when is_gone then '.deleted' else '.updated' end as type,
        record_id, n
        from records
        where (is_new and is_gone) is not true
      union all
      select true, 'change.applied', null, 0 from total where total.records > 0
    )
    -- The app compares this time with its own, which has milliseconds.
    select uuid_at(clock_now()), new.owner_id, receivers.id, occurred.type, occurred.record_id, new.id,
        date_trunc('milliseconds', clock_now())
      from occurred join receivers on occurred.is_whole = receivers.is_told_once
      order by occurred.n;
  return null;
end $$;
--> statement-breakpoint
-- A change set with a position goes on in other transactions.
create constraint trigger capture_webhook_events after insert on changes deferrable initially deferred
  for each row when (new.position is null) execute function capture_webhook_events();
--> statement-breakpoint
create constraint trigger capture_completed_webhook_events after update of position on changes
  deferrable initially deferred
  for each row when (old.position is not null and new.position is null) execute function capture_webhook_events();
