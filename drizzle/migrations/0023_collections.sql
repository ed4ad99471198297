CREATE TABLE "collection_names" (
	"owner_id" uuid NOT NULL,
	"collection" text NOT NULL,
	"display_name" text DEFAULT '' NOT NULL,
	"color" text DEFAULT '' NOT NULL,
	CONSTRAINT "collection_names_owner_id_collection_pk" PRIMARY KEY("owner_id","collection")
);
--> statement-breakpoint
ALTER TABLE "collection_names" ADD CONSTRAINT "collection_names_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- The times of events are those of the owner's clocks, so that in another zone their resources say something else.
create function mark_zone() returns trigger language plpgsql as $$
declare
  next bigint;
begin
  update sync_states set n = sync_states.n + 1 where owner_id = new.id returning sync_states.n into next;
  update sync_marks set n = next where owner_id = new.id and type = 'event' and gone_at is null;
  return null;
end $$;
--> statement-breakpoint
create trigger sync_mark after update of time_zone on users for each row
  when (old.time_zone is distinct from new.time_zone) execute function mark_zone();
