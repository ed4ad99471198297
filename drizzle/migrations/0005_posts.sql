-- What a reader reads of HTML: the tags inside a word or a sentence leave nothing behind, all others a space.
create function html_text(html text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(replace(replace(replace(replace(replace(replace(
    regexp_replace(
      regexp_replace(html,
        '</?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)(?:\s[^>]*)?>',
        '', 'gi'),
      '<[^>]*>', ' ', 'g'),
    '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&nbsp;', ' '), '&amp;', '&'),
    '\s+', ' ', 'g'));
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"excerpt" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"author" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"featured" boolean DEFAULT false NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"meta_description" text DEFAULT '' NOT NULL,
	"featured_image" text DEFAULT '' NOT NULL,
	"read_time" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	"published_at" timestamp with time zone,
	"search_text" text GENERATED ALWAYS AS (search_fold(title || chr(31) || excerpt || chr(31) || html_text(content))) STORED NOT NULL,
	CONSTRAINT "posts_slug_unique" UNIQUE("slug"),
	CONSTRAINT "posts_published" CHECK (not published or published_at is not null)
);
--> statement-breakpoint
CREATE INDEX "posts_newest" ON "posts" USING btree ("published_at" DESC NULLS LAST,"id") WHERE published;
--> statement-breakpoint
create index posts_featured on posts (published_at desc nulls last, id) where published and featured;
--> statement-breakpoint
create index posts_by_tag on posts using gin (tags) where published;
--> statement-breakpoint
-- Every one, two and three characters that stand together in a text.
create function text_pieces(content text) returns text[]
  language plpgsql immutable strict parallel safe cost 1000 as $$
begin
  return array(
    select distinct piece
    from (
      select letter, lead(letter) over w as second, lead(letter, 2) over w as third
      from string_to_table(content, null) with ordinality letters (letter, n) window w as (order by n)
    ) letters
    cross join lateral (values (letter), (letter || second), (letter || second || third)) pieces (piece)
    where piece is not null);
end $$;
--> statement-breakpoint
-- What a text must have among its pieces to contain the needle: the needle in steps of three, and its end.
create function needle_pieces(needle text) returns text[]
  language sql immutable strict
  return array(
    select substr(needle, i, 3)
    from (
      select generate_series(1, length(needle) - 2, 3) union select greatest(length(needle) - 2, 1)
    ) step(i));
--> statement-breakpoint
create index posts_search on posts using gin (text_pieces(search_text)) with (fastupdate = off) where published;
--> statement-breakpoint
-- How many published posts have a tag.
create table post_tags (
  tag text collate "C" primary key,
  n int not null
);
--> statement-breakpoint
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
