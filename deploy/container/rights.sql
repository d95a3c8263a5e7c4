-- Run by the owner of the tables after every "council migrate": what the site and the desk may do with them, as
-- in docs/beyond-one-server.md. Granting again what was granted changes nothing.
GRANT UPDATE ON letter, log_stamp, witness_cosignature, application_status, application_kept TO naic;
GRANT DELETE ON credential TO naic;
REVOKE INSERT ON kysely_migration FROM naic;
REVOKE ALL ON staff, staff_passkey, staff_invitation, staff_session FROM naic;

GRANT CONNECT ON DATABASE naic TO naic_desk;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO naic_desk;
ALTER DEFAULT PRIVILEGES FOR ROLE naic_owner IN SCHEMA public GRANT SELECT ON TABLES TO naic_desk;
GRANT INSERT, UPDATE ON application_status, application_kept TO naic_desk;
GRANT INSERT, UPDATE, DELETE ON letter TO naic_desk;
GRANT INSERT, DELETE ON status_change TO naic_desk;
GRANT INSERT ON kept_change, message_address, message_answer, journal TO naic_desk;
GRANT INSERT ON certificate, credential, revocation, log_entry, log_node, log_checkpoint TO naic_desk;
GRANT INSERT, UPDATE, DELETE ON staff_passkey, staff_session TO naic_desk;
GRANT UPDATE ON staff_invitation TO naic_desk;
