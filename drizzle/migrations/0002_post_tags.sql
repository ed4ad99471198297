-- Keeps post_tags, which a page of the blog reads instead of counting the posts of a tag.
create function post_tags_keep() returns trigger language plpgsql as $$
begin
  -- In the order of the tags, so that two writers never wait for each other.
  insert into post_tags as kept
  select tag, sum(d) from (
    select distinct unnest(old.tags), -1 where old.published
    union all
    select distinct unnest(new.tags), 1 where new.published
  ) change (tag, d)
  group by tag having sum(d) <> 0 order by tag
  on conflict (tag) do update set n = kept.n + excluded.n;
  return null;
end $$;
--> statement-breakpoint
create trigger post_tags_kept after insert or delete or update of published, tags on posts
  for each row execute function post_tags_keep();
