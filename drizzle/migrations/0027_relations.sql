-- What a relation is once for a pair of buds, from whichever end it was made: that one bud is the other's parent is the same
-- either way round, and so is what both are to each other. Of another kind, the label tells apart.
create function relation_key(bud uuid, other uuid, kind text, label text) returns text
  language sql immutable parallel safe
  return case
    when kind in ('grandparent', 'manager', 'mentor', 'introduced-by') then bud::text || ' ' || other::text || ' ' || kind
    when kind in ('grandchild', 'report', 'mentee', 'introduced') then other::text || ' ' || bud::text || ' '
      || case kind when 'grandchild' then 'grandparent' when 'report' then 'manager' when 'mentee' then 'mentor'
        else 'introduced-by' end
    else least(bud, other)::text || ' ' || greatest(bud, other)::text || ' ' || case kind
      when 'child' then 'parent' when 'other' then 'other ' || lower(label collate "und-x-icu") else kind end
  end;
--> statement-breakpoint
CREATE TABLE "relations" (
	"owner_id" uuid NOT NULL,
	"bud_id" uuid NOT NULL,
	"with_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"since" date,
	"until" date,
	CONSTRAINT "relations_owner_id_bud_id_with_id_id_pk" PRIMARY KEY("owner_id","bud_id","with_id","id"),
	CONSTRAINT "relations_kind" CHECK (kind in ('parent', 'child', 'partner', 'former-partner', 'sibling', 'grandparent', 'grandchild', 'relative', 'friend', 'neighbour', 'colleague', 'manager', 'report', 'mentor', 'mentee', 'introduced-by', 'introduced', 'other')),
	CONSTRAINT "relations_self" CHECK (bud_id <> with_id),
	CONSTRAINT "relations_until" CHECK (until >= since)
);
--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_of" FOREIGN KEY ("owner_id","bud_id") REFERENCES "public"."buds"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relations" ADD CONSTRAINT "relations_with_own" FOREIGN KEY ("owner_id","with_id") REFERENCES "public"."buds"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "relations_id" ON "relations" USING btree ("owner_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "relations_once" ON "relations" USING btree ("owner_id",relation_key(bud_id, with_id, kind, label));--> statement-breakpoint
CREATE INDEX "relations_with" ON "relations" USING btree ("owner_id","with_id","bud_id");
--> statement-breakpoint
insert into webhook_sources (table_name, type, is_record) values ('relations', 'bud', false);
--> statement-breakpoint
-- As before, but the images of an updated relation have its whole key.
create or replace function record_change() returns trigger language plpgsql as $$
declare
  change text := current_setting('budkeeper.change', true);
  record_name text := '';
  image jsonb;
  keys jsonb;
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
      select jsonb_object_agg(key, value) into keys from jsonb_each(image)
        where key = 'bud_id' or image ? 'with_id' and key in ('with_id', 'id');
      before := before || keys;
      after := after || keys;
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
create trigger record_change after insert or update or delete on relations
  for each row execute function record_change('bud_id');
