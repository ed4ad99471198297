CREATE TABLE "access_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"is_used" boolean DEFAULT false NOT NULL,
	"used_by" uuid,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_fold(code)) STORED NOT NULL,
	CONSTRAINT "access_codes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "avatars" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"picture" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bounced_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "buds" (
	"owner_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"surname" text DEFAULT '' NOT NULL,
	"nickname" text DEFAULT '' NOT NULL,
	"occupation" text DEFAULT '' NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"occupation_location" text DEFAULT '' NOT NULL,
	"budtype" text DEFAULT 'Other' NOT NULL,
	"hobbies" text[] DEFAULT '{}' NOT NULL,
	"preferences" text[] DEFAULT '{}' NOT NULL,
	"industry" text[] DEFAULT '{}' NOT NULL,
	"origination" text[] DEFAULT '{}' NOT NULL,
	"last_interaction" text DEFAULT '' NOT NULL,
	"custom_fields" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	"name_key" text collate "C" GENERATED ALWAYS AS (left(name_fold(first_name || ' ' || surname), 200)) STORED NOT NULL,
	"search_text" "bytea" GENERATED ALWAYS AS (case when octet_length(search_bytes(first_name || ' ' || surname || chr(31) || nickname || chr(31) || occupation || chr(31) || location)) <= 1600 then search_bytes(first_name || ' ' || surname || chr(31) || nickname || chr(31) || occupation || chr(31) || location) else '' end) STORED NOT NULL,
	"long_search_text" "bytea" GENERATED ALWAYS AS (case when not octet_length(search_bytes(first_name || ' ' || surname || chr(31) || nickname || chr(31) || occupation || chr(31) || location)) <= 1600 then search_bytes(first_name || ' ' || surname || chr(31) || nickname || chr(31) || occupation || chr(31) || location) end) STORED,
	CONSTRAINT "buds_owner_id_id_pk" PRIMARY KEY("owner_id","id"),
	CONSTRAINT "buds_type" CHECK (budtype in ('Friend', 'Family', 'Work', 'Client', 'Other'))
);
--> statement-breakpoint
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
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	"name_key" text collate "C" GENERATED ALWAYS AS (left(name_fold(name), 200)) STORED NOT NULL,
	"search_text" "bytea" GENERATED ALWAYS AS (case when octet_length(search_bytes(name || chr(31) || shortname || chr(31) || description || chr(31) || location)) <= 1600 then search_bytes(name || chr(31) || shortname || chr(31) || description || chr(31) || location) else '' end) STORED NOT NULL,
	"long_search_text" "bytea" GENERATED ALWAYS AS (case when not octet_length(search_bytes(name || chr(31) || shortname || chr(31) || description || chr(31) || location)) <= 1600 then search_bytes(name || chr(31) || shortname || chr(31) || description || chr(31) || location) end) STORED,
	CONSTRAINT "circles_owner_id_id_pk" PRIMARY KEY("owner_id","id"),
	CONSTRAINT "circles_type" CHECK (circletype in ('Friends', 'Family', 'Work', 'Clients', 'Other'))
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"token_hash" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_changes_token_hash_unique" UNIQUE("token_hash")
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
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	"name_key" text collate "C" GENERATED ALWAYS AS (left(name_fold(name), 200)) STORED NOT NULL,
	"search_text" "bytea" GENERATED ALWAYS AS (case when octet_length(search_bytes(name || chr(31) || description || chr(31) || location)) <= 1600 then search_bytes(name || chr(31) || description || chr(31) || location) else '' end) STORED NOT NULL,
	"long_search_text" "bytea" GENERATED ALWAYS AS (case when not octet_length(search_bytes(name || chr(31) || description || chr(31) || location)) <= 1600 then search_bytes(name || chr(31) || description || chr(31) || location) end) STORED,
	CONSTRAINT "events_owner_id_id_pk" PRIMARY KEY("owner_id","id"),
	CONSTRAINT "events_type" CHECK (eventtype in ('Social', 'Client', 'Colleagues', 'Other')),
	CONSTRAINT "events_end" CHECK (end_date >= start_date)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"key" text PRIMARY KEY NOT NULL,
	"owner" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"about" text NOT NULL,
	"recipient" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "mails_state" CHECK (state in ('pending', 'sending', 'sent', 'discarded'))
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_tags" (
	"tag" text collate "C" PRIMARY KEY NOT NULL,
	"n" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"excerpt" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"author" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"meta_description" text DEFAULT '' NOT NULL,
	"featured_image" text DEFAULT '' NOT NULL,
	"read_time" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	"published_at" timestamp with time zone,
	"search_text" text GENERATED ALWAYS AS (search_fold(title || chr(31) || excerpt || chr(31) || html_text(content))) STORED NOT NULL,
	CONSTRAINT "posts_slug_unique" UNIQUE("slug"),
	CONSTRAINT "posts_published" CHECK (not published or published_at is not null)
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"requests" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reset_requests" (
	"email" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"require_access_code" boolean DEFAULT false NOT NULL,
	CONSTRAINT "settings_one_row" CHECK (id = 1)
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
CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"attempts" integer NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"surname" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"avatar" text,
	"role" text DEFAULT 'user' NOT NULL,
	"is_test_account" boolean DEFAULT false NOT NULL,
	"password_hash" text,
	"trial_ends_at" timestamp with time zone NOT NULL,
	"trial_status" text DEFAULT 'trialing' NOT NULL,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	"search_text" text GENERATED ALWAYS AS (search_fold(first_name || ' ' || surname || chr(31) || email)) STORED NOT NULL,
	CONSTRAINT "users_role" CHECK (role in ('user', 'admin', 'test')),
	CONSTRAINT "users_trial_status" CHECK (trial_status in ('trialing', 'ending', 'canceled'))
);
--> statement-breakpoint
ALTER TABLE "access_codes" ADD CONSTRAINT "access_codes_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buds" ADD CONSTRAINT "buds_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circle_buds" ADD CONSTRAINT "circle_buds_of" FOREIGN KEY ("owner_id","circle_id") REFERENCES "public"."circles"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circle_buds" ADD CONSTRAINT "circle_buds_own" FOREIGN KEY ("owner_id","bud_id") REFERENCES "public"."buds"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "circles" ADD CONSTRAINT "circles_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_buds" ADD CONSTRAINT "event_buds_of" FOREIGN KEY ("owner_id","event_id") REFERENCES "public"."events"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_buds" ADD CONSTRAINT "event_buds_own" FOREIGN KEY ("owner_id","bud_id") REFERENCES "public"."buds"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_limits" ADD CONSTRAINT "rate_limits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_codes_used_by" ON "access_codes" USING btree ("used_by");--> statement-breakpoint
CREATE INDEX "buds_by_time" ON "buds" USING btree ("owner_id","id","search_text");--> statement-breakpoint
CREATE INDEX "buds_by_type" ON "buds" USING btree ("owner_id","budtype","id","search_text");--> statement-breakpoint
CREATE INDEX "buds_by_name" ON "buds" USING btree ("owner_id","name_key","id","search_text");--> statement-breakpoint
CREATE INDEX "buds_by_type_and_name" ON "buds" USING btree ("owner_id","budtype","name_key","id","search_text");--> statement-breakpoint
CREATE INDEX "buds_long_text" ON "buds" USING btree ("owner_id","id") WHERE long_search_text is not null;--> statement-breakpoint
CREATE INDEX "circle_buds_bud" ON "circle_buds" USING btree ("owner_id","bud_id","circle_id");--> statement-breakpoint
CREATE INDEX "circles_by_time" ON "circles" USING btree ("owner_id","id","search_text");--> statement-breakpoint
CREATE INDEX "circles_by_type" ON "circles" USING btree ("owner_id","circletype","id","search_text");--> statement-breakpoint
CREATE INDEX "circles_by_name" ON "circles" USING btree ("owner_id","name_key","id","search_text");--> statement-breakpoint
CREATE INDEX "circles_by_type_and_name" ON "circles" USING btree ("owner_id","circletype","name_key","id","search_text");--> statement-breakpoint
CREATE INDEX "circles_long_text" ON "circles" USING btree ("owner_id","id") WHERE long_search_text is not null;--> statement-breakpoint
CREATE INDEX "event_buds_bud" ON "event_buds" USING btree ("owner_id","bud_id","event_id");--> statement-breakpoint
CREATE INDEX "events_by_time" ON "events" USING btree ("owner_id","id","search_text");--> statement-breakpoint
CREATE INDEX "events_by_type" ON "events" USING btree ("owner_id","eventtype","id","search_text");--> statement-breakpoint
CREATE INDEX "events_by_name" ON "events" USING btree ("owner_id","name_key","id","search_text");--> statement-breakpoint
CREATE INDEX "events_by_type_and_name" ON "events" USING btree ("owner_id","eventtype","name_key","id","search_text");--> statement-breakpoint
CREATE INDEX "events_long_text" ON "events" USING btree ("owner_id","id") WHERE long_search_text is not null;--> statement-breakpoint
CREATE INDEX "events_by_start" ON "events" USING btree ("owner_id","start_date");--> statement-breakpoint
CREATE INDEX "events_long" ON "events" USING btree ("owner_id","end_date") WHERE end_date > start_date + interval '31 days';--> statement-breakpoint
CREATE INDEX "idempotency_keys_expiry" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once" ON "mails" USING btree ("user_id","kind","about");--> statement-breakpoint
CREATE INDEX "mails_state" ON "mails" USING btree ("state","at") WHERE state in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "mails_old" ON "mails" USING btree ("at") WHERE state in ('sent', 'discarded');--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "posts_newest" ON "posts" USING btree ("published_at" DESC NULLS LAST,"id") WHERE published;--> statement-breakpoint
CREATE INDEX "posts_featured" ON "posts" USING btree ("published_at" DESC NULLS LAST,"id") WHERE published and featured;--> statement-breakpoint
CREATE INDEX "posts_by_tag" ON "posts" USING gin ("tags") WHERE published;--> statement-breakpoint
CREATE INDEX "posts_search" ON "posts" USING gin (text_pieces(search_text)) WITH (fastupdate=false) WHERE published;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "stripe_events_received" ON "stripe_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "subscriptions_fetched" ON "subscriptions" USING btree ("fetched_at") WHERE customer_id is not null;--> statement-breakpoint
CREATE INDEX "attempts_expiry" ON "attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_trials" ON "users" USING btree ("trial_ends_at") WHERE trial_status <> 'canceled';