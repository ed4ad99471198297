# Run by the image of PostgreSQL when it makes a new database (compose.yaml). The app's role owns its database and is no
# superuser. The superuser loses its password, so that only the container itself can log in as it.
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" --username postgres <<'SQL'
create role budkeeper login password :'password';
create database budkeeper owner budkeeper;
alter role postgres password null;
SQL
