ALTER TABLE "links" DROP CONSTRAINT "links_kind";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "last_used_on" date;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_kind" CHECK (kind in ('verify-email', 'keep-email', 'unsubscribe', 'rsvp', 'update', 'feeds'));