DROP INDEX "events_by_start";--> statement-breakpoint
CREATE INDEX "events_by_type_and_start" ON "events" USING btree ("owner_id","eventtype","start_date","id","end_date","search_text");--> statement-breakpoint
CREATE INDEX "events_by_start" ON "events" USING btree ("owner_id","start_date","id","end_date","search_text");