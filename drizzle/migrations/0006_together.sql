CREATE TABLE "proposals" (
	"owner_id" uuid NOT NULL,
	"bud_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"fields" jsonb NOT NULL,
	"replaces" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	CONSTRAINT "proposals_owner_id_bud_id_id_pk" PRIMARY KEY("owner_id","bud_id","id")
);
--> statement-breakpoint
ALTER TABLE "links" DROP CONSTRAINT "links_kind";
--> statement-breakpoint
DROP INDEX "links_user";
--> statement-breakpoint
ALTER TABLE "event_buds" ADD COLUMN "answer" text;
--> statement-breakpoint
ALTER TABLE "event_buds" ADD COLUMN "guests" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "event_buds" ADD COLUMN "diet" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "event_buds" ADD COLUMN "note" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "event_buds" ADD COLUMN "answered_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_of" FOREIGN KEY ("owner_id","bud_id") REFERENCES "public"."buds"("owner_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "proposals_by_age" ON "proposals" USING btree ("owner_id","id");
--> statement-breakpoint
CREATE INDEX "event_buds_answers" ON "event_buds" USING btree (owner_id,event_id,answer) WHERE answer is not null;
--> statement-breakpoint
CREATE INDEX "links_user" ON "links" USING btree ("user_id","kind","about");
--> statement-breakpoint
ALTER TABLE "event_buds" ADD CONSTRAINT "event_buds_answer" CHECK (answer in ('yes', 'no', 'maybe'));
--> statement-breakpoint
ALTER TABLE "event_buds" ADD CONSTRAINT "event_buds_guests" CHECK (guests between 0 and 10);
--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_kind" CHECK (kind in ('verify-email', 'unsubscribe', 'rsvp', 'update'));
--> statement-breakpoint
create trigger record_change after insert or update or delete on proposals
  for each row execute function record_change('bud_id');
--> statement-breakpoint
-- As before, but the images of an updated attendee name the bud, because the id of the record is not the whole key.
create or replace function record_change() returns trigger language plpgsql as $$
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
    if image ? 'bud_id' then
      before := before || jsonb_build_object('bud_id', image -> 'bud_id');
      after := after || jsonb_build_object('bud_id', image -> 'bud_id');
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
