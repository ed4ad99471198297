CREATE TABLE "smart_lists" (
	"owner_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"filter" jsonb NOT NULL,
	"sort" text NOT NULL,
	"version" bigint DEFAULT nextval('versions') NOT NULL,
	"created_at" timestamp with time zone GENERATED ALWAYS AS (uuid_time(id)) STORED NOT NULL,
	CONSTRAINT "smart_lists_owner_id_id_pk" PRIMARY KEY("owner_id","id")
);
--> statement-breakpoint
ALTER TABLE "smart_lists" ADD CONSTRAINT "smart_lists_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
create trigger record_change after insert or update or delete on smart_lists
  for each row execute function record_change('id', 'name');
--> statement-breakpoint
insert into webhook_sources (table_name, type, is_record) values ('smart_lists', 'list', true);
--> statement-breakpoint
-- The days of the year, month * 100 + day, whose dates fall on a day. In a common year, 29 February is 28 February.
create function month_days_of(on_day date) returns int[]
  language sql immutable strict parallel safe
  return case when to_char(on_day, 'MMDD') = '0228' and extract(day from on_day + 1) = 1
    then '{228,229}' else array[to_char(on_day, 'MMDD')::int] end;
--> statement-breakpoint
-- As before, by `month_days_of`.
create or replace function dates_between(owner uuid, first date, last date, most int default 1000)
  returns table (bud_id uuid, circle_id uuid, n int, label text, on_day date, years int)
  language plpgsql stable rows 100 as $$
declare
  this_year int;
  this_month_day int;
  counted int;
begin
  on_day := first;
  while on_day <= last loop
    this_year := extract(year from on_day);
    foreach this_month_day in array month_days_of(on_day) loop
      return query
        (select dates.bud_id, null::uuid, dates.n, dates.label, dates_between.on_day,
            case when dates.year <= this_year then this_year - dates.year end
          from bud_dates dates where dates.owner_id = owner and dates.month_day = this_month_day
            and not exists (select from buds where buds.owner_id = owner and id = dates.bud_id and archived_at is not null)
          order by dates.bud_id, dates.n limit most)
        union all
        (select null, dates.circle_id, dates.n, dates.label, dates_between.on_day, this_year - dates.year
          from circle_dates dates where dates.owner_id = owner and dates.month_day = this_month_day
            and dates.year <= this_year
          order by dates.circle_id, dates.n limit most)
        limit most;
      get diagnostics counted = row_count;
      most := most - counted;
      exit when most = 0;
    end loop;
    exit when most = 0;
    on_day := on_day + 1;
  end loop;
end $$;
