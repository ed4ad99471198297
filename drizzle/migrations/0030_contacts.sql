-- As before, but without a subquery for a list with one value.
create or replace function values_text(list jsonb) returns text language plpgsql immutable strict parallel safe as $$
begin
  if jsonb_array_length(list) <= 1 then
    return coalesce(list -> 0 ->> 'value', '');
  end if;
  return (select coalesce(string_agg(item ->> 'value', chr(31)), '') from jsonb_array_elements(list) item);
end $$;
--> statement-breakpoint
-- The key of a text that is too long for an index. Folded, ASCII gets no longer, and no text 11 times as long, which is more than
-- any normalization form makes of it in UTF-8 (Unicode, UAX 15), so that most texts need not be folded.
create function long_search_key(content text) returns bytea language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(content) <= (case when octet_length(content) = length(content) then 1600 else 145 end) then
    return null;
  end if;
  return public.long_key(public.search_key(content));
end $$;
--> statement-breakpoint
-- One statement, so that the rows are written once.
ALTER TABLE "buds"
	DROP COLUMN "long_search_text",
	ADD COLUMN "long_search_text" bytea GENERATED ALWAYS AS (long_search_key(both_names(first_name, surname) || chr(31) || nickname || chr(31) || occupation || chr(31) || location || chr(31) || values_text(emails) || chr(31) || phones_text(phones) || chr(31) || tags_text(tags))) STORED;
--> statement-breakpoint
CREATE INDEX "buds_long_text" ON "buds" USING btree ("owner_id","id") WHERE long_search_text is not null;--> statement-breakpoint
ALTER TABLE "circles"
	DROP COLUMN "long_search_text",
	ADD COLUMN "long_search_text" bytea GENERATED ALWAYS AS (long_search_key(name || chr(31) || shortname || chr(31) || description || chr(31) || location)) STORED;
--> statement-breakpoint
CREATE INDEX "circles_long_text" ON "circles" USING btree ("owner_id","id") WHERE long_search_text is not null;--> statement-breakpoint
ALTER TABLE "events"
	DROP COLUMN "long_search_text",
	ADD COLUMN "long_search_text" bytea GENERATED ALWAYS AS (long_search_key(name || chr(31) || description || chr(31) || location)) STORED;
--> statement-breakpoint
CREATE INDEX "events_long_text" ON "events" USING btree ("owner_id","id") WHERE long_search_text is not null;--> statement-breakpoint
CREATE INDEX "contact_status_contacts" ON "contact_status" USING btree ("owner_id","last_contact_on","bud_id") WHERE last_contact_on is not null;
