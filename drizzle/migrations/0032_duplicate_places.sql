drop trigger duplicate_keys_update on buds;
--> statement-breakpoint
-- A place is a key only with both of its parts.
create trigger duplicate_keys_update after update on buds for each row
  when ((old.first_name, old.surname, old.emails, old.phones, old.dates,
      case when old.location <> '' and old.occupation_location <> '' then (old.location, old.occupation_location) end)
    is distinct from (new.first_name, new.surname, new.emails, new.phones, new.dates,
      case when new.location <> '' and new.occupation_location <> '' then (new.location, new.occupation_location) end))
  execute function store_duplicate_keys();
