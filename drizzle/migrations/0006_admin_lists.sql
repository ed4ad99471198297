ALTER TABLE "access_codes" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_fold(first_name || ' ' || surname || chr(31) || email)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "access_codes_used_by" ON "access_codes" USING btree ("used_by");--> statement-breakpoint
-- What a search of the access codes looks into: the code, and the address of who used it.
create function access_code_text() returns trigger language plpgsql as $$
begin
  new.search_text := search_fold(new.code || chr(31)
    || coalesce((select users.email from users where users.id = new.used_by), ''));
  return new;
end $$;
--> statement-breakpoint
create trigger access_codes_text before insert or update on access_codes
  for each row execute function access_code_text();
--> statement-breakpoint
create function access_codes_follow() returns trigger language plpgsql as $$
begin
  update access_codes set used_by = used_by where used_by = new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger access_codes_followed after update of email on users
  for each row when (old.email <> new.email) execute function access_codes_follow();
--> statement-breakpoint
update access_codes set used_by = used_by;
--> statement-breakpoint
create index access_codes_search on access_codes using gin (text_pieces(search_text)) with (fastupdate = off);
--> statement-breakpoint
create index users_search on users using gin (text_pieces(search_text)) with (fastupdate = off);
