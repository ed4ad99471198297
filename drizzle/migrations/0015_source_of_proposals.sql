ALTER TABLE "api_tokens" DROP CONSTRAINT "api_tokens_scope";--> statement-breakpoint
ALTER TABLE "proposals" ADD COLUMN "source" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_scope" CHECK (scope in ('read', 'propose', 'write'));--> statement-breakpoint
-- An undo inserts what an image has, and null for a column that it does not have.
update change_rows set before = before || '{"source": ""}'
  where table_name = 'proposals' and before ? 'created_at';--> statement-breakpoint
update change_rows set after = after || '{"source": ""}'
  where table_name = 'proposals' and after ? 'created_at';
