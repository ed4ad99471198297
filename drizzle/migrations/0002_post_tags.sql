-- Updates post_tags, which blog pages read instead of counting posts.
create function post_tags_update() returns trigger language plpgsql as $$
begin
  -- Ordered by tag, so that concurrent writers cannot deadlock.
  insert into post_tags as counted
  select tag, sum(d) from (
    select distinct unnest(old.tags), -1 where old.published
    union all
    select distinct unnest(new.tags), 1 where new.published
  ) change (tag, d)
  group by tag having sum(d) <> 0 order by tag
  on conflict (tag) do update set n = counted.n + excluded.n;
  return null;
end $$;
--> statement-breakpoint
create trigger post_tags_update after insert or delete or update of published, tags on posts
  for each row execute function post_tags_update();
