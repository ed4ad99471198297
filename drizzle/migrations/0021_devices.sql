CREATE TABLE "bud_objects" (
	"owner_id" uuid NOT NULL,
	"bud_id" uuid NOT NULL,
	"file" text DEFAULT '' NOT NULL,
	"uid" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	CONSTRAINT "bud_objects_owner_id_bud_id_pk" PRIMARY KEY("owner_id","bud_id")
);
--> statement-breakpoint
CREATE TABLE "circle_objects" (
	"owner_id" uuid NOT NULL,
	"circle_id" uuid NOT NULL,
	"file" text DEFAULT '' NOT NULL,
	"uid" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	CONSTRAINT "circle_objects_owner_id_circle_id_pk" PRIMARY KEY("owner_id","circle_id")
);
--> statement-breakpoint
CREATE TABLE "device_deletions" (
	"owner_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"type" text NOT NULL,
	"record_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"is_held" boolean DEFAULT false NOT NULL,
	CONSTRAINT "device_deletions_owner_id_device_id_type_record_id_pk" PRIMARY KEY("owner_id","device_id","type","record_id"),
	CONSTRAINT "device_deletions_type" CHECK (type in ('bud', 'circle', 'event'))
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"password_hash" text NOT NULL,
	"name" text NOT NULL,
	"hint" text NOT NULL,
	"last_used_on" date,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	CONSTRAINT "devices_password_hash_unique" UNIQUE("password_hash")
);
--> statement-breakpoint
CREATE TABLE "event_objects" (
	"owner_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"file" text DEFAULT '' NOT NULL,
	"uid" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	CONSTRAINT "event_objects_owner_id_event_id_pk" PRIMARY KEY("owner_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "sync_marks" (
	"owner_id" uuid NOT NULL,
	"type" text NOT NULL,
	"record_id" uuid NOT NULL,
	"n" bigint,
	"gone_at" timestamp with time zone,
	"file" text DEFAULT '' NOT NULL,
	CONSTRAINT "sync_marks_owner_id_type_record_id_pk" PRIMARY KEY("owner_id","type","record_id"),
	CONSTRAINT "sync_marks_type" CHECK (type in ('bud', 'circle', 'event'))
);
--> statement-breakpoint
CREATE TABLE "sync_states" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"n" bigint DEFAULT 0 NOT NULL,
	"forgotten" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "via" jsonb DEFAULT nullif(current_setting('budkeeper.via', true), '')::jsonb;--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "device_id" uuid GENERATED ALWAYS AS ((via ->> 'device')::uuid) STORED;--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "last_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bud_objects" ADD CONSTRAINT "bud_objects_of" FOREIGN KEY ("owner_id","bud_id") REFERENCES "public"."buds"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circle_objects" ADD CONSTRAINT "circle_objects_of" FOREIGN KEY ("owner_id","circle_id") REFERENCES "public"."circles"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_deletions" ADD CONSTRAINT "device_deletions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_deletions" ADD CONSTRAINT "device_deletions_of" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_objects" ADD CONSTRAINT "event_objects_of" FOREIGN KEY ("owner_id","event_id") REFERENCES "public"."events"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_marks" ADD CONSTRAINT "sync_marks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_states" ADD CONSTRAINT "sync_states_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bud_objects_file" ON "bud_objects" USING btree ("owner_id","file") WHERE file <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "bud_objects_uid" ON "bud_objects" USING btree ("owner_id","uid") WHERE uid <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "circle_objects_file" ON "circle_objects" USING btree ("owner_id","file") WHERE file <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "circle_objects_uid" ON "circle_objects" USING btree ("owner_id","uid") WHERE uid <> '';--> statement-breakpoint
CREATE INDEX "device_deletions_at" ON "device_deletions" USING btree ("at") WHERE not is_held;--> statement-breakpoint
CREATE INDEX "devices_user" ON "devices" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "event_objects_file" ON "event_objects" USING btree ("owner_id","file") WHERE file <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "event_objects_uid" ON "event_objects" USING btree ("owner_id","uid") WHERE uid <> '';--> statement-breakpoint
CREATE INDEX "sync_marks_by_number" ON "sync_marks" USING btree ("owner_id","type","n");--> statement-breakpoint
CREATE INDEX "sync_marks_new" ON "sync_marks" USING btree ("owner_id") WHERE n is null;--> statement-breakpoint
CREATE INDEX "sync_marks_gone" ON "sync_marks" USING btree ("gone_at") WHERE gone_at is not null;--> statement-breakpoint
CREATE INDEX "changes_of_device" ON "changes" USING btree ("owner_id","device_id","id") WHERE device_id is not null;
--> statement-breakpoint
insert into webhook_sources (table_name, type, is_record) values
  ('bud_objects', 'bud', false),
  ('circle_objects', 'circle', false),
  ('event_objects', 'event', false);
--> statement-breakpoint
create trigger record_change after insert or update or delete on bud_objects
  for each row execute function record_change('bud_id');
--> statement-breakpoint
create trigger record_change after insert or update or delete on circle_objects
  for each row execute function record_change('circle_id');
--> statement-breakpoint
create trigger record_change after insert or update or delete on event_objects
  for each row execute function record_change('event_id');
--> statement-breakpoint
-- An undo can bring back a resource whose name or UID another record has by now. The record keeps that of its id.
create function keep_object_unique() returns trigger language plpgsql as $$
declare
  others jsonb;
begin
  if new.file <> '' or new.uid <> '' then
    execute format(
      'select jsonb_build_array(bool_or(file = $1), bool_or(uid = $2)) from %I
        where owner_id = $3 and %I <> $4 and (file = $1 or uid = $2)', tg_table_name, tg_argv[0])
      into others using new.file, new.uid, new.owner_id, (to_jsonb(new) ->> tg_argv[0])::uuid;
    if (others ->> 0)::boolean then
      new.file := '';
    end if;
    if (others ->> 1)::boolean then
      new.uid := '';
    end if;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger keep_unique before insert on bud_objects for each row execute function keep_object_unique('bud_id');
--> statement-breakpoint
create trigger keep_unique before insert on circle_objects for each row execute function keep_object_unique('circle_id');
--> statement-breakpoint
create trigger keep_unique before insert on event_objects for each row execute function keep_object_unique('event_id');
--> statement-breakpoint
-- Marks a record as changed, for owners who have had a device. The mark gets its number at the end of the transaction.
create function mark_for_sync(owner uuid, kind text, record uuid) returns void language plpgsql as $$
begin
  if record is not null and exists (select from sync_states join users on id = owner_id where owner_id = owner) then
    insert into sync_marks (owner_id, type, record_id, n) values (owner, kind, record, null)
      on conflict (owner_id, type, record_id) do update set n = null;
  end if;
end $$;
--> statement-breakpoint
-- All marks of a transaction get the next number of their owner, whose row stays locked until the transaction has ended. The
-- trigger runs once for each mark: `budkeeper.numbered` is the owner whose marks have their numbers, so that the others cost
-- nothing. A plan made while the table was small would read all of it for each row.
create function number_sync_marks() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  next bigint;
begin
  if current_setting('budkeeper.numbered', true) = new.owner_id::text
    or not exists (select from sync_marks where owner_id = new.owner_id and n is null)
  then
    return null;
  end if;
  update sync_states set n = sync_states.n + 1 where owner_id = new.owner_id returning sync_states.n into next;
  update sync_marks mark
    set n = next,
      gone_at = case when case type
          when 'bud' then exists (select from buds where owner_id = mark.owner_id and id = mark.record_id)
          when 'circle' then exists (select from circles where owner_id = mark.owner_id and id = mark.record_id)
          else exists (
            select from events where owner_id = mark.owner_id and id = mark.record_id and series is null
          )
        end then null else coalesce(gone_at, clock_now()) end
    where owner_id = new.owner_id and n is null;
  perform set_config('budkeeper.numbered', new.owner_id::text, true);
  return null;
end $$;
--> statement-breakpoint
-- A mark that is written has no number yet.
create function clear_numbered() returns trigger language plpgsql as $$
begin
  perform set_config('budkeeper.numbered', '', true);
  return null;
end $$;
--> statement-breakpoint
create trigger clear_numbered before insert or update on sync_marks for each statement execute function clear_numbered();
--> statement-breakpoint
create constraint trigger number_sync_marks after insert or update on sync_marks deferrable initially deferred
  for each row when (new.n is null) execute function number_sync_marks();
--> statement-breakpoint
create function mark_bud() returns trigger language plpgsql as $$
begin
  perform mark_for_sync(coalesce(new.owner_id, old.owner_id), 'bud', coalesce(new.id, old.id));
  return null;
end $$;
--> statement-breakpoint
create trigger sync_mark after insert or update or delete on buds for each row execute function mark_bud();
--> statement-breakpoint
-- The name of a circle stands in the cards of its buds.
create function mark_circle() returns trigger language plpgsql as $$
begin
  perform mark_for_sync(coalesce(new.owner_id, old.owner_id), 'circle', coalesce(new.id, old.id));
  if tg_op = 'UPDATE' and new.name <> old.name then
    perform mark_for_sync(owner_id, 'bud', bud_id) from circle_buds where owner_id = new.owner_id and circle_id = new.id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger sync_mark after insert or update or delete on circles for each row execute function mark_circle();
--> statement-breakpoint
create function mark_member() returns trigger language plpgsql as $$
begin
  perform mark_for_sync(coalesce(new.owner_id, old.owner_id), 'circle', coalesce(new.circle_id, old.circle_id));
  perform mark_for_sync(coalesce(new.owner_id, old.owner_id), 'bud', coalesce(new.bud_id, old.bud_id));
  return null;
end $$;
--> statement-breakpoint
create trigger sync_mark after insert or delete on circle_buds for each row execute function mark_member();
--> statement-breakpoint
create function mark_event() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform mark_for_sync(old.owner_id, 'event', coalesce(old.series, old.id));
  end if;
  if tg_op <> 'DELETE' then
    perform mark_for_sync(new.owner_id, 'event', coalesce(new.series, new.id));
  end if;
  return null;
end $$;
--> statement-breakpoint
-- What is derived of a series by the clock changes nothing of its resource.
create trigger sync_mark_update after update on events for each row
  when (row(old.name, old.description, old.location, old.eventtype, old.start_date, old.end_date, old.repeat, old.skipped,
      old.series, old.occurrence)
    is distinct from row(new.name, new.description, new.location, new.eventtype, new.start_date, new.end_date, new.repeat,
      new.skipped, new.series, new.occurrence))
  execute function mark_event();
--> statement-breakpoint
create trigger sync_mark after insert or delete on events for each row execute function mark_event();
--> statement-breakpoint
create function mark_object() returns trigger language plpgsql as $$
declare
  object jsonb := to_jsonb(coalesce(new, old));
  owner uuid := (object ->> 'owner_id')::uuid;
  record uuid := (object ->> tg_argv[1])::uuid;
begin
  perform mark_for_sync(owner, tg_argv[0], record);
  -- The name is known after the deletion too.
  if tg_op <> 'DELETE' then
    update sync_marks set file = new.file where owner_id = owner and type = tg_argv[0] and record_id = record;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger sync_mark after insert or update or delete on bud_objects
  for each row execute function mark_object('bud', 'bud_id');
--> statement-breakpoint
create trigger sync_mark after insert or update or delete on circle_objects
  for each row execute function mark_object('circle', 'circle_id');
--> statement-breakpoint
create trigger sync_mark after insert or update or delete on event_objects
  for each row execute function mark_object('event', 'event_id');
