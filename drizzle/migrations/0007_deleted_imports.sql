ALTER TABLE "imports" ADD COLUMN "deleted_at" timestamp with time zone;
--> statement-breakpoint
CREATE INDEX "imports_deleted" ON "imports" USING btree ("id") WHERE deleted_at is not null;
