-- Run once by the image of PostgreSQL, as its administrator, when the database is made: the users and the
-- empty database of docs/beyond-one-server.md and docs/backup.md, with their passwords from files.
\set owner_password `cat /run/secrets/database_owner`
\set site_password `cat /run/secrets/database_site`
\set desk_password `cat /run/secrets/database_desk`
\set backup_password `cat /run/secrets/database_backup`

CREATE ROLE naic_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE naic LOGIN PASSWORD :'site_password';
CREATE ROLE naic_desk LOGIN PASSWORD :'desk_password';
CREATE ROLE naic_backup LOGIN PASSWORD :'backup_password';
CREATE DATABASE naic OWNER naic_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C';

\connect naic
REVOKE ALL ON DATABASE naic FROM PUBLIC;
GRANT CONNECT ON DATABASE naic TO naic;
ALTER SCHEMA public OWNER TO naic_owner;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE naic_owner IN SCHEMA public GRANT SELECT, INSERT ON TABLES TO naic;
GRANT CONNECT ON DATABASE naic TO naic_backup;
GRANT pg_read_all_data TO naic_backup;
