CREATE TABLE "bounced_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "locks" (
	"key" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"about" text NOT NULL,
	"recipient" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'owed' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "mails_state" CHECK (state in ('owed', 'taken', 'sent', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text,
	"subscription_id" text,
	"stripe_status" text,
	"current_period_end" timestamp with time zone,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"checkout_id" text,
	"is_checkout_open" boolean DEFAULT false NOT NULL,
	"fetched_at" timestamp with time zone,
	CONSTRAINT "subscriptions_customer_id_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "trial_status" text DEFAULT 'trialing' NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once" ON "mails" USING btree ("user_id","kind","about");--> statement-breakpoint
CREATE INDEX "mails_state" ON "mails" USING btree ("state","at") WHERE state in ('owed', 'taken');--> statement-breakpoint
CREATE INDEX "mails_old" ON "mails" USING btree ("at") WHERE state in ('sent', 'dropped');--> statement-breakpoint
CREATE INDEX "stripe_events_received" ON "stripe_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "subscriptions_fetched" ON "subscriptions" USING btree ("fetched_at") WHERE customer_id is not null;--> statement-breakpoint
CREATE INDEX "users_trials" ON "users" USING btree ("trial_ends_at") WHERE trial_status <> 'canceled';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_trial_status" CHECK (trial_status in ('trialing', 'ending', 'canceled'));--> statement-breakpoint
-- Nobody is told now of a trial that ended long before there was anything to subscribe to.
UPDATE "users" SET "trial_status" = 'canceled' WHERE "trial_ends_at" < now() - interval '7 days';
