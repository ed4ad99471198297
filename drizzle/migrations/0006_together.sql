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
