CREATE TABLE "circle_dates" (
	"owner_id" uuid NOT NULL,
	"circle_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"month_day" integer NOT NULL,
	"year" integer NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	CONSTRAINT "circle_dates_owner_id_circle_id_n_pk" PRIMARY KEY("owner_id","circle_id","n")
);
--> statement-breakpoint
ALTER TABLE "circle_dates" ADD CONSTRAINT "circle_dates_of" FOREIGN KEY ("owner_id","circle_id") REFERENCES "public"."circles"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "circle_dates_by_day" ON "circle_dates" USING btree ("owner_id","month_day","circle_id","n");--> statement-breakpoint
-- Derives the rows of `circle_dates` from the milestones of a circle that have a date.
create function store_circle_dates() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from circle_dates where owner_id = new.owner_id and circle_id = new.id;
  end if;
  insert into circle_dates (owner_id, circle_id, n, month_day, year, label)
    select new.owner_id, new.id, n, to_char(date, 'MMDD')::int, extract(year from date), label
    from dates_of_milestones(new.milestones);
  return null;
end $$;
--> statement-breakpoint
create function dates_of_milestones(milestones jsonb) returns table (n int, date date, label text)
  language sql stable as $$
  select n::int, (item ->> 'date')::date, coalesce(nullif(item ->> 'description', ''), 'Milestone')
    from jsonb_array_elements(milestones) with ordinality list (item, n) where item ->> 'date' <> ''
$$;
--> statement-breakpoint
create trigger circle_dates_insert after insert on circles for each row
  when (new.milestones <> '[]') execute function store_circle_dates();
--> statement-breakpoint
create trigger circle_dates_update after update on circles for each row
  when (old.milestones is distinct from new.milestones) execute function store_circle_dates();
--> statement-breakpoint
insert into circle_dates (owner_id, circle_id, n, month_day, year, label)
  select owner_id, id, n, to_char(date, 'MMDD')::int, extract(year from date), label
  from circles, dates_of_milestones(milestones);
--> statement-breakpoint
drop function dates_between;
--> statement-breakpoint
-- The dates of buds and the milestones of circles from the day `first` to the day `last`, the soonest first, at most
-- `most`. In a common year, 29 February is 28 February. `years` is null if the year of a date is not known, or is later.
-- A milestone returns each year, and does not stand before its year.
create function dates_between(owner uuid, first date, last date, most int default 1000)
  returns table (bud_id uuid, circle_id uuid, n int, label text, on_day date, years int)
  language plpgsql stable rows 100 as $$
declare
  this_year int;
  month_days int[];
  this_month_day int;
  counted int;
begin
  on_day := first;
  while on_day <= last loop
    this_year := extract(year from on_day);
    month_days := array[(extract(month from on_day) * 100 + extract(day from on_day))::int];
    if month_days = '{228}' and extract(day from on_day + 1) = 1 then
      month_days := '{228,229}';
    end if;
    foreach this_month_day in array month_days loop
      return query
        (select dates.bud_id, null::uuid, dates.n, dates.label, dates_between.on_day,
            case when dates.year <= this_year then this_year - dates.year end
          from bud_dates dates where dates.owner_id = owner and dates.month_day = this_month_day
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
