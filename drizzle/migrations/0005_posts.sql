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
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	"published_at" timestamp with time zone,
	"search_text" text GENERATED ALWAYS AS (search_fold(title || chr(31) || excerpt || chr(31) || regexp_replace(content, '<[^>]*>', ' ', 'g'))) STORED NOT NULL,
	CONSTRAINT "posts_slug_unique" UNIQUE("slug"),
	CONSTRAINT "posts_published" CHECK (not published or published_at is not null)
);
--> statement-breakpoint
CREATE INDEX "posts_newest" ON "posts" USING btree ("published_at" DESC NULLS LAST,"id") WHERE published;