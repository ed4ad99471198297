CREATE TABLE "dismissed_duplicates" (
	"owner_id" uuid NOT NULL,
	"a" uuid NOT NULL,
	"b" uuid NOT NULL,
	CONSTRAINT "dismissed_duplicates_owner_id_a_b_pk" PRIMARY KEY("owner_id","a","b")
);
--> statement-breakpoint
CREATE TABLE "duplicate_keys" (
	"owner_id" uuid NOT NULL,
	"bud_id" uuid NOT NULL,
	"keys" "bytea" NOT NULL,
	CONSTRAINT "duplicate_keys_owner_id_bud_id_pk" PRIMARY KEY("owner_id","bud_id")
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
ALTER TABLE "users" ADD COLUMN "ended_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "dismissed_duplicates" ADD CONSTRAINT "dismissed_duplicates_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "duplicate_keys" ADD CONSTRAINT "duplicate_keys_of" FOREIGN KEY ("owner_id","bud_id") REFERENCES "public"."buds"("owner_id","id") ON DELETE cascade ON UPDATE no action;
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
--> statement-breakpoint
CREATE INDEX "users_ended" ON "users" USING btree ("ended_at") WHERE ended_at is not null;
--> statement-breakpoint
-- The distinct words of a folded name, without punctuation.
create function name_words(name text) returns text[]
  language sql immutable strict parallel safe
  return array(select distinct word from string_to_table(regexp_replace(
    translate(name, U&'''.\2019', ''), '[\s[:punct:]]+', ' ', 'g'), ' ') word
    where word <> '' order by word);
--> statement-breakpoint
-- The keys of a bud: of each email, of the last seven digits of each phone number, of each birthday and of the place
-- with each word of the name, and of the name, whose words may be in any order. The last hexadecimal digit is the kind.
create function duplicate_keys_of(bud buds) returns bytea language plpgsql immutable as $$
declare
  words constant text[] := name_words(bud.name_key);
  contents text[] := array['5' || array_to_string(words, ' ')];
begin
  if bud.emails <> '[]' then
    contents := contents || array(select '1' || lower(item ->> 'value') from jsonb_array_elements(bud.emails) item);
  end if;
  if bud.phones <> '[]' then
    contents := contents || array(select '2' || right(digits, 7)
      from jsonb_array_elements(bud.phones) item, regexp_replace(item ->> 'value', '[^0-9]', '', 'g') digits
      where length(digits) >= 7);
  end if;
  if bud.dates <> '[]' then
    contents := contents || array(select '3' || concat_ws(' ', item ->> 'month', item ->> 'day', word)
      from jsonb_array_elements(bud.dates) item, unnest(words) word
      where lower(item ->> 'label') = 'birthday' and length(word) > 1);
  end if;
  if bud.location <> '' and bud.occupation_location <> '' then
    contents := contents || array(select '4' || concat_ws(chr(31), name_fold(bud.location), name_fold(bud.occupation_location), word)
      from unnest(words) word where length(word) > 1);
  end if;
  return (select decode(string_agg(distinct left(md5(content), 7) || left(content, 1), ''), 'hex') from unnest(contents) content);
end $$;
--> statement-breakpoint
create function store_duplicate_keys() returns trigger language plpgsql as $$
begin
  insert into duplicate_keys (owner_id, bud_id, keys) values (new.owner_id, new.id, duplicate_keys_of(new))
    on conflict (owner_id, bud_id) do update set keys = excluded.keys;
  return null;
end $$;
--> statement-breakpoint
create trigger duplicate_keys_insert after insert on buds for each row execute function store_duplicate_keys();
--> statement-breakpoint
create trigger duplicate_keys_update after update on buds for each row
  when ((old.first_name, old.surname, old.emails, old.phones, old.dates, old.location, old.occupation_location)
    is distinct from (new.first_name, new.surname, new.emails, new.phones, new.dates, new.location, new.occupation_location))
  execute function store_duplicate_keys();
--> statement-breakpoint
insert into duplicate_keys (owner_id, bud_id, keys) select owner_id, id, duplicate_keys_of(buds) from buds;
