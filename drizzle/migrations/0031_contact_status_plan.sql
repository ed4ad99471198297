-- Its statements have one plan, which looks up each bud in the indexes. For one bud, PostgreSQL would plan them at each call,
-- which takes longer than they do. A function that replaces it needs the settings as well.
ALTER FUNCTION "update_contact_status"(uuid, uuid[]) SET plan_cache_mode = force_generic_plan SET enable_seqscan = off;
