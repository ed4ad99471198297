-- Its statements have one plan, which looks up each bud in the indexes. For one bud, PostgreSQL would plan them at each call,
-- which takes longer than they do. A function that replaces it needs the settings as well.
ALTER FUNCTION "update_contact_status"(uuid, uuid[]) SET plan_cache_mode = force_generic_plan SET enable_seqscan = off;
--> statement-breakpoint
-- As before, without a subquery.
create or replace function tag_keys(tags text[]) returns bigint[] language plpgsql immutable strict parallel safe as $$
declare
  keys bigint[] := '{}';
  tag text;
begin
  foreach tag in array tags loop
    keys := keys || hashtextextended(public.search_fold(tag), 0);
  end loop;
  return keys;
end $$;
