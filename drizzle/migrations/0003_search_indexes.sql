DROP INDEX "circles_by_name";--> statement-breakpoint
DROP INDEX "circles_by_type_and_name";--> statement-breakpoint
DROP INDEX "events_by_name";--> statement-breakpoint
DROP INDEX "events_by_type_and_name";--> statement-breakpoint
ALTER TABLE "buds" drop column "search_text";--> statement-breakpoint
ALTER TABLE "buds" ADD COLUMN "search_text" text GENERATED ALWAYS AS (case when octet_length(search_fold(first_name || ' ' || surname || chr(31) || nickname || chr(31) || occupation || chr(31) || location)) <= 1600 then search_fold(first_name || ' ' || surname || chr(31) || nickname || chr(31) || occupation || chr(31) || location) else '' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "circles" drop column "search_text";--> statement-breakpoint
ALTER TABLE "circles" ADD COLUMN "search_text" text GENERATED ALWAYS AS (case when octet_length(search_fold(name || chr(31) || shortname || chr(31) || description || chr(31) || location)) <= 1600 then search_fold(name || chr(31) || shortname || chr(31) || description || chr(31) || location) else '' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "events" drop column "search_text";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "search_text" text GENERATED ALWAYS AS (case when octet_length(search_fold(name || chr(31) || description || chr(31) || location)) <= 1600 then search_fold(name || chr(31) || description || chr(31) || location) else '' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "buds" ADD COLUMN "long_search_text" text GENERATED ALWAYS AS (case when not octet_length(search_fold(first_name || ' ' || surname || chr(31) || nickname || chr(31) || occupation || chr(31) || location)) <= 1600 then search_fold(first_name || ' ' || surname || chr(31) || nickname || chr(31) || occupation || chr(31) || location) end) STORED;--> statement-breakpoint
ALTER TABLE "circles" ADD COLUMN "long_search_text" text GENERATED ALWAYS AS (case when not octet_length(search_fold(name || chr(31) || shortname || chr(31) || description || chr(31) || location)) <= 1600 then search_fold(name || chr(31) || shortname || chr(31) || description || chr(31) || location) end) STORED;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "long_search_text" text GENERATED ALWAYS AS (case when not octet_length(search_fold(name || chr(31) || description || chr(31) || location)) <= 1600 then search_fold(name || chr(31) || description || chr(31) || location) end) STORED;--> statement-breakpoint
CREATE INDEX "buds_long_text" ON "buds" USING btree ("owner_id","id") WHERE long_search_text is not null;--> statement-breakpoint
CREATE INDEX "circles_by_time" ON "circles" USING btree ("owner_id","id","circletype","search_text");--> statement-breakpoint
CREATE INDEX "circles_long_text" ON "circles" USING btree ("owner_id","id") WHERE long_search_text is not null;--> statement-breakpoint
CREATE INDEX "events_by_time" ON "events" USING btree ("owner_id","id","eventtype","search_text");--> statement-breakpoint
CREATE INDEX "events_long_text" ON "events" USING btree ("owner_id","id") WHERE long_search_text is not null;--> statement-breakpoint
CREATE INDEX "circles_by_name" ON "circles" USING btree ("owner_id","name_key","id","circletype","search_text");--> statement-breakpoint
CREATE INDEX "circles_by_type_and_name" ON "circles" USING btree ("owner_id","circletype","name_key","id","search_text");--> statement-breakpoint
CREATE INDEX "events_by_name" ON "events" USING btree ("owner_id","name_key","id","eventtype","search_text");--> statement-breakpoint
CREATE INDEX "events_by_type_and_name" ON "events" USING btree ("owner_id","eventtype","name_key","id","search_text");--> statement-breakpoint
-- Dropping the column dropped these indexes.
CREATE INDEX "buds_by_time" ON "buds" USING btree ("owner_id","id","budtype","search_text");--> statement-breakpoint
CREATE INDEX "buds_by_name" ON "buds" USING btree ("owner_id","name_key","id","budtype","search_text");--> statement-breakpoint
CREATE INDEX "buds_by_type_and_name" ON "buds" USING btree ("owner_id","budtype","name_key","id","search_text");
