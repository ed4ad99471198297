CREATE TABLE "first_start_parts" (
	"name" text PRIMARY KEY NOT NULL
);
