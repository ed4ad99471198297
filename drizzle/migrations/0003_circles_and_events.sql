CREATE TABLE "circle_buds" (
	"owner_id" uuid NOT NULL,
	"circle_id" uuid NOT NULL,
	"bud_id" uuid NOT NULL,
	CONSTRAINT "circle_buds_owner_id_circle_id_bud_id_pk" PRIMARY KEY("owner_id","circle_id","bud_id")
);
--> statement-breakpoint
CREATE TABLE "circles" (
	"owner_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"shortname" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"circletype" text DEFAULT 'Other' NOT NULL,
	"milestones" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	"name_key" text collate "C" GENERATED ALWAYS AS (left(name_fold(name), 200)) STORED NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_fold(name || chr(31) || shortname || chr(31) || description || chr(31) || location)) STORED NOT NULL,
	CONSTRAINT "circles_owner_id_id_pk" PRIMARY KEY("owner_id","id"),
	CONSTRAINT "circles_type" CHECK (circletype in ('Friends', 'Family', 'Work', 'Clients', 'Other'))
);
--> statement-breakpoint
CREATE TABLE "event_buds" (
	"owner_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"bud_id" uuid NOT NULL,
	CONSTRAINT "event_buds_owner_id_event_id_bud_id_pk" PRIMARY KEY("owner_id","event_id","bud_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"owner_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"eventtype" text DEFAULT 'Other' NOT NULL,
	"start_date" timestamp(0) without time zone NOT NULL,
	"end_date" timestamp(0) without time zone NOT NULL,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	"name_key" text collate "C" GENERATED ALWAYS AS (left(name_fold(name), 200)) STORED NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_fold(name || chr(31) || description || chr(31) || location)) STORED NOT NULL,
	CONSTRAINT "events_owner_id_id_pk" PRIMARY KEY("owner_id","id"),
	CONSTRAINT "events_type" CHECK (eventtype in ('Social', 'Client', 'Colleagues', 'Other')),
	CONSTRAINT "events_end" CHECK (end_date >= start_date)
);
--> statement-breakpoint
ALTER TABLE "circle_buds" ADD CONSTRAINT "circle_buds_of" FOREIGN KEY ("owner_id","circle_id") REFERENCES "public"."circles"("owner_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "circle_buds" ADD CONSTRAINT "circle_buds_own" FOREIGN KEY ("owner_id","bud_id") REFERENCES "public"."buds"("owner_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "circles" ADD CONSTRAINT "circles_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "event_buds" ADD CONSTRAINT "event_buds_of" FOREIGN KEY ("owner_id","event_id") REFERENCES "public"."events"("owner_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "event_buds" ADD CONSTRAINT "event_buds_own" FOREIGN KEY ("owner_id","bud_id") REFERENCES "public"."buds"("owner_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "circle_buds_bud" ON "circle_buds" USING btree ("owner_id","bud_id");
--> statement-breakpoint
CREATE INDEX "circles_by_type" ON "circles" USING btree ("owner_id","circletype","id");
--> statement-breakpoint
CREATE INDEX "event_buds_bud" ON "event_buds" USING btree ("owner_id","bud_id");
--> statement-breakpoint
CREATE INDEX "events_by_type" ON "events" USING btree ("owner_id","eventtype","id");
--> statement-breakpoint
CREATE INDEX "events_by_start" ON "events" USING btree ("owner_id","start_date");
--> statement-breakpoint
CREATE INDEX "events_long" ON "events" USING btree ("owner_id","end_date") WHERE end_date > start_date + interval '31 days';
--> statement-breakpoint
create index circles_by_name on circles (owner_id, name_key, id);
--> statement-breakpoint
create index circles_by_type_and_name on circles (owner_id, circletype, name_key, id);
--> statement-breakpoint
create index circles_search on circles using gin (search_grams(owner_id, search_text)) with (fastupdate = off);
--> statement-breakpoint
create index events_by_name on events (owner_id, name_key, id);
--> statement-breakpoint
create index events_by_type_and_name on events (owner_id, eventtype, name_key, id);
--> statement-breakpoint
create index events_search on events using gin (search_grams(owner_id, search_text)) with (fastupdate = off);
--> statement-breakpoint
create or replace view list_rows as
  select 'buds' as list, owner_id, budtype as type, name_key, id from buds
  union all select 'circles', owner_id, circletype, name_key, id from circles
  union all select 'events', owner_id, eventtype, name_key, id from events;
--> statement-breakpoint
create trigger list_added after insert on circles referencing new table as added
  for each statement execute function list_keep('circletype');
--> statement-breakpoint
create trigger list_removed after delete on circles referencing old table as removed
  for each statement execute function list_keep('circletype');
--> statement-breakpoint
create trigger list_changed after update on circles referencing old table as removed new table as added
  for each statement execute function list_keep('circletype');
--> statement-breakpoint
create trigger list_emptied after truncate on circles for each statement execute function list_keep('circletype');
--> statement-breakpoint
create trigger list_added after insert on events referencing new table as added
  for each statement execute function list_keep('eventtype');
--> statement-breakpoint
create trigger list_removed after delete on events referencing old table as removed
  for each statement execute function list_keep('eventtype');
--> statement-breakpoint
create trigger list_changed after update on events referencing old table as removed new table as added
  for each statement execute function list_keep('eventtype');
--> statement-breakpoint
create trigger list_emptied after truncate on events for each statement execute function list_keep('eventtype');
