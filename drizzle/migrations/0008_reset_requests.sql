CREATE TABLE "reset_requests" (
	"email" text PRIMARY KEY NOT NULL
);
