-- For one bud, PostgreSQL would plan its statements at each call, which takes longer than they do.
ALTER FUNCTION "update_contact_status"(uuid, uuid[]) SET plan_cache_mode = force_generic_plan;
