ALTER TABLE "users" ADD COLUMN "faces" text DEFAULT 'drawn' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_faces" CHECK (faces in ('drawn', 'initials'));