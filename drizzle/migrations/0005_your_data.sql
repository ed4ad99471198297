CREATE TABLE "dismissed_duplicates" (
	"owner_id" uuid NOT NULL,
	"a" uuid NOT NULL,
	"b" uuid NOT NULL,
	CONSTRAINT "dismissed_duplicates_owner_id_a_b_pk" PRIMARY KEY("owner_id","a","b")
);
--> statement-breakpoint
CREATE TABLE "import_files" (
	"owner_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "import_files_owner_id_import_id_n_pk" PRIMARY KEY("owner_id","import_id","n")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"owner_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"line" integer NOT NULL,
	"type" text DEFAULT 'bud' NOT NULL,
	"record" jsonb,
	"picture" "bytea",
	"action" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"match_id" uuid,
	"on_match" text,
	CONSTRAINT "import_rows_owner_id_import_id_n_pk" PRIMARY KEY("owner_id","import_id","n"),
	CONSTRAINT "import_rows_action" CHECK (action in ('add', 'update', 'unchanged', 'skip')),
	CONSTRAINT "import_rows_on_match" CHECK (on_match in ('fill', 'replace', 'skip', 'add'))
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"owner_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"format" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'reading' NOT NULL,
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"mapping" jsonb,
	"orders" jsonb,
	"date_order" text,
	"on_match" text DEFAULT 'fill' NOT NULL,
	"groups" boolean DEFAULT false NOT NULL,
	"change_id" uuid,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	CONSTRAINT "imports_owner_id_id_pk" PRIMARY KEY("owner_id","id"),
	CONSTRAINT "imports_format" CHECK (format in ('vcard', 'google', 'outlook', 'csv', 'budkeeper')),
	CONSTRAINT "imports_state" CHECK (state in ('reading', 'ready', 'applying', 'applied')),
	CONSTRAINT "imports_on_match" CHECK (on_match in ('fill', 'replace', 'skip', 'add'))
);
--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "position" integer;
--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "kept" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "dismissed_duplicates" ADD CONSTRAINT "dismissed_duplicates_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "import_files" ADD CONSTRAINT "import_files_of" FOREIGN KEY ("owner_id","import_id") REFERENCES "public"."imports"("owner_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_of" FOREIGN KEY ("owner_id","import_id") REFERENCES "public"."imports"("owner_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "import_rows_by_action" ON "import_rows" USING btree ("owner_id","import_id","action","n");
--> statement-breakpoint
CREATE INDEX "imports_active" ON "imports" USING btree ("id") WHERE state in ('reading', 'applying');
--> statement-breakpoint
CREATE INDEX "changes_unfinished" ON "changes" USING btree ("id") WHERE position is not null;