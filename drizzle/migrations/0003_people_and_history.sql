-- The values of a list of labelled values, separated like the fields of a searched text.
create function values_text(list jsonb) returns text
  language sql immutable strict parallel safe
  return (select coalesce(string_agg(item ->> 'value', chr(31)), '') from jsonb_array_elements(list) item);
--> statement-breakpoint
-- The digits of a text, as control characters, which no search for text contains: phone numbers are found by digits alone.
create function phone_digits(content text) returns text
  language sql immutable strict parallel safe
  return translate(regexp_replace(content, '[^0-9]', '', 'g'), '0123456789', E'\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17');
--> statement-breakpoint
create function phone_text(list jsonb) returns text
  language sql immutable strict parallel safe
  return (select coalesce(string_agg(phone_digits(item ->> 'value'), chr(31)), '') from jsonb_array_elements(list) item);
--> statement-breakpoint
-- What a search looks for in phone numbers. Null for a search that has letters or no digits.
create function phone_search(search text) returns bytea
  language sql immutable strict parallel safe
  return case when search collate "und-x-icu" !~ '[[:alpha:]]'
    then nullif(convert_to(phone_digits(search), 'UTF8'), '') end;
--> statement-breakpoint
CREATE SEQUENCE "public"."versions" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;
--> statement-breakpoint
CREATE TABLE "bud_photos" (
	"owner_id" uuid NOT NULL,
	"bud_id" uuid NOT NULL,
	"picture" "bytea" NOT NULL,
	CONSTRAINT "bud_photos_owner_id_bud_id_pk" PRIMARY KEY("owner_id","bud_id")
);
--> statement-breakpoint
CREATE TABLE "change_rows" (
	"owner_id" uuid NOT NULL,
	"change_id" uuid NOT NULL,
	"n" bigint GENERATED ALWAYS AS IDENTITY (sequence name "change_rows_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"table_name" text NOT NULL,
	"record_id" uuid NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "change_rows_owner_id_change_id_n_pk" PRIMARY KEY("owner_id","change_id","n")
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"owner_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"undone_at" timestamp with time zone,
	"undoes" uuid,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	CONSTRAINT "changes_owner_id_id_pk" PRIMARY KEY("owner_id","id"),
	CONSTRAINT "changes_kind" CHECK (kind in ('create', 'update', 'delete', 'import', 'merge', 'undo'))
);
--> statement-breakpoint
ALTER TABLE "buds" ALTER COLUMN "version" SET DATA TYPE bigint;
--> statement-breakpoint
ALTER TABLE "buds" ALTER COLUMN "version" SET DEFAULT nextval('versions');
--> statement-breakpoint
ALTER TABLE "circles" ALTER COLUMN "version" SET DATA TYPE bigint;
--> statement-breakpoint
ALTER TABLE "circles" ALTER COLUMN "version" SET DEFAULT nextval('versions');
--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "version" SET DATA TYPE bigint;
--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "version" SET DEFAULT nextval('versions');
--> statement-breakpoint
ALTER TABLE "posts" ALTER COLUMN "version" SET DATA TYPE bigint;
--> statement-breakpoint
ALTER TABLE "posts" ALTER COLUMN "version" SET DEFAULT nextval('versions');
--> statement-breakpoint
ALTER TABLE "buds" ADD COLUMN "emails" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "buds" ADD COLUMN "phones" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "buds" ADD COLUMN "addresses" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "buds" ADD COLUMN "links" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "buds" ADD COLUMN "dates" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "buds" ADD COLUMN "notes" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "buds" ADD COLUMN "photo" text;
--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN "clock_offset" interval DEFAULT '0' NOT NULL;
--> statement-breakpoint
ALTER TABLE "bud_photos" ADD CONSTRAINT "bud_photos_of" FOREIGN KEY ("owner_id","bud_id") REFERENCES "public"."buds"("owner_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "change_rows" ADD CONSTRAINT "change_rows_of" FOREIGN KEY ("owner_id","change_id") REFERENCES "public"."changes"("owner_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "change_rows_record" ON "change_rows" USING btree ("owner_id","record_id","change_id");
--> statement-breakpoint
CREATE INDEX "changes_by_age" ON "changes" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "changes_deleted" ON "changes" USING btree ("owner_id","id") WHERE kind = 'delete' and undone_at is null;
--> statement-breakpoint
ALTER TABLE "buds" drop column "search_text";
--> statement-breakpoint
ALTER TABLE "buds" drop column "long_search_text";
--> statement-breakpoint
ALTER TABLE "buds" ADD COLUMN "search_text" "bytea" GENERATED ALWAYS AS (case when octet_length(search_bytes(first_name || ' ' || surname || chr(31) || nickname || chr(31) || occupation || chr(31) || location || chr(31) || values_text(emails) || chr(31) || phone_text(phones))) <= 1600 then search_bytes(first_name || ' ' || surname || chr(31) || nickname || chr(31) || occupation || chr(31) || location || chr(31) || values_text(emails) || chr(31) || phone_text(phones)) else '' end) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "buds" ADD COLUMN "long_search_text" "bytea" GENERATED ALWAYS AS (case when not octet_length(search_bytes(first_name || ' ' || surname || chr(31) || nickname || chr(31) || occupation || chr(31) || location || chr(31) || values_text(emails) || chr(31) || phone_text(phones))) <= 1600 then search_bytes(first_name || ' ' || surname || chr(31) || nickname || chr(31) || occupation || chr(31) || location || chr(31) || values_text(emails) || chr(31) || phone_text(phones)) end) STORED;
--> statement-breakpoint
CREATE INDEX "buds_by_time" ON "buds" USING btree ("owner_id","id","search_text");
--> statement-breakpoint
CREATE INDEX "buds_by_type" ON "buds" USING btree ("owner_id","budtype","id","search_text");
--> statement-breakpoint
CREATE INDEX "buds_by_name" ON "buds" USING btree ("owner_id","name_key","id","search_text");
--> statement-breakpoint
CREATE INDEX "buds_by_type_and_name" ON "buds" USING btree ("owner_id","budtype","name_key","id","search_text");
--> statement-breakpoint
CREATE INDEX "buds_long_text" ON "buds" USING btree ("owner_id","id") WHERE long_search_text is not null;
--> statement-breakpoint
-- Versions are unique from here on. The new columns change the response for each bud.
select setval('versions', (select coalesce(max(version), 0) + 1 from (
  select version from buds union all select version from circles union all select version from events
  union all select version from posts) records));
--> statement-breakpoint
update buds set version = nextval('versions');
--> statement-breakpoint
-- The time by `clock`, which the Stripe emulator and tests move forward.
create function clock_now() returns timestamptz
  language sql volatile
  return clock_timestamp() + coalesce((select clock_offset from settings), '0');
--> statement-breakpoint
-- A UUID of version 7. The 12 bits after the version are a counter, so that ids of one millisecond are in order
-- (RFC 9562, section 6.2).
create function uuid_at(at timestamptz) returns uuid
  language plpgsql volatile strict as $$
declare
  time constant text := lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0');
  counter constant text := lpad(to_hex(nextval('versions') % 4096), 3, '0');
begin
  return left(time, 8) || '-' || right(time, 4) || '-7' || counter || substr(gen_random_uuid()::text, 19);
end $$;
--> statement-breakpoint
-- Begins a change set, which the trigger stores with its first row. Without it, the trigger begins one.
create function begin_change() returns uuid
  language sql volatile
  return set_config('budkeeper.change', uuid_at(clock_now())::text, true)::uuid;
--> statement-breakpoint
-- The recorded image of a row: the row as JSON, without generated columns.
create function row_image(content jsonb) returns jsonb
  language sql immutable strict parallel safe
  return content - '{created_at,name_key,search_text,long_search_text}'::text[];
--> statement-breakpoint
-- Records a row of a user's data in the change set of the transaction. The arguments of the trigger are columns: the id of
-- the record, and its names. The setting `off` is for what the product does by itself.
create function record_change() returns trigger language plpgsql as $$
declare
  change text := current_setting('budkeeper.change', true);
  record_name text := '';
  image jsonb;
  before jsonb;
  after jsonb;
begin
  if change = 'off' then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    before := row_image(to_jsonb(old));
  end if;
  if tg_op <> 'DELETE' then
    after := row_image(to_jsonb(new));
  end if;
  image := coalesce(after, before);
  -- The deletion of an account deletes its history too.
  if tg_op = 'DELETE' and not exists (select from users where id = old.owner_id) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, old_value.value), jsonb_object_agg(key, new_value.value) into before, after
      from jsonb_each(before) old_value join jsonb_each(after) new_value using (key)
      where old_value.value <> new_value.value;
    if before is null then
      return null;
    end if;
  end if;
  if coalesce(change, '') = '' then
    change := begin_change();
  end if;
  for n in 1 .. tg_nargs - 1 loop
    record_name := btrim(record_name || ' ' || (image ->> tg_argv[n]));
  end loop;
  insert into changes as recorded (owner_id, id, kind, name)
    values (
      (image ->> 'owner_id')::uuid,
      change::uuid,
      case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end,
      record_name
    )
    -- A cascade records memberships before the record that was deleted.
    on conflict (owner_id, id) do update set name = excluded.name where recorded.name = '' and excluded.name <> '';
  insert into change_rows (owner_id, change_id, table_name, record_id, before, after)
    values (
      (image ->> 'owner_id')::uuid,
      change::uuid,
      tg_table_name,
      (image ->> tg_argv[0])::uuid,
      before,
      after
    );
  return null;
end $$;
--> statement-breakpoint
create trigger record_change after insert or update or delete on buds
  for each row execute function record_change('id', 'first_name', 'surname');
--> statement-breakpoint
create trigger record_change after insert or update or delete on circles
  for each row execute function record_change('id', 'name');
--> statement-breakpoint
create trigger record_change after insert or update or delete on events
  for each row execute function record_change('id', 'name');
--> statement-breakpoint
create trigger record_change after insert or update or delete on circle_buds
  for each row execute function record_change('circle_id');
--> statement-breakpoint
create trigger record_change after insert or update or delete on event_buds
  for each row execute function record_change('event_id');
--> statement-breakpoint
create trigger record_change after insert or update or delete on bud_photos
  for each row execute function record_change('bud_id');
