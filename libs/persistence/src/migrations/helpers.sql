-- What every SQL migration may call. The functions live in the session that migrates, so they are
-- no part of the schema. A released migration relies on them: they are extended, never changed.

-- `<service>_app`, `_worker` or `_operator`, after the owner that migrates.
CREATE OR REPLACE FUNCTION pg_temp.role_of(kind text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF current_user NOT LIKE '%\_owner' THEN
    RAISE EXCEPTION 'migrations run as the role <service>_owner, not as %', current_user;
  END IF;
  RETURN regexp_replace(current_user, '_owner$', '_' || kind);
END $$;

-- Grants what `access` names: `none`, `read`, `append` (read and insert), `change` (all but delete),
-- `write` (all). The policy of the role shows it the rows for which `visible` holds.
CREATE OR REPLACE FUNCTION pg_temp.allow(name text, kind text, access text, visible text)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  grants constant jsonb := '{"read": "SELECT", "append": "SELECT, INSERT",
    "change": "SELECT, INSERT, UPDATE", "write": "SELECT, INSERT, UPDATE, DELETE"}';
BEGIN
  EXECUTE format('REVOKE ALL ON %I FROM %I', name, pg_temp.role_of(kind));
  IF access = 'none' THEN RETURN; END IF;
  EXECUTE format('GRANT %s ON %I TO %I', grants ->> access, name, pg_temp.role_of(kind));
  EXECUTE format('CREATE POLICY %I ON %I FOR %s TO %I USING (%s)', name || '_' || kind, name,
    CASE access WHEN 'read' THEN 'SELECT' ELSE 'ALL' END, pg_temp.role_of(kind), visible)
    || CASE access WHEN 'read' THEN '' ELSE format(' WITH CHECK (%s)', visible) END;
END $$;

-- Puts a table under row-level security; call it in the migration that creates the table. The app
-- role sees the rows of the customer app set in the transaction, and none without one. The worker
-- role sees all rows. Rows of an append-only table are never changed nor deleted, by no role.
CREATE OR REPLACE FUNCTION pg_temp.tenant_table(
  name text, worker text, app text DEFAULT 'write', append_only boolean DEFAULT false)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF append_only THEN
    worker := replace(worker, 'write', 'append');
    app := replace(app, 'write', 'append');
  END IF;
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
  EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  PERFORM pg_temp.allow(name, 'app', app,
    'customer_app_id = current_setting(''app.customer_app_id'', true)');
  PERFORM pg_temp.allow(name, 'worker', worker, 'true');
  IF NOT append_only THEN RETURN; END IF;
  EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW
    EXECUTE FUNCTION refuse_change()', name || '_append_only', name);
  EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT
    EXECUTE FUNCTION refuse_change()', name || '_no_truncate', name);
END $$;

-- Lets functions of the owner read the rows of all customer apps, as far as they run for another
-- role (`only_for`). Row-level security is forced on the owner too, who would find none.
CREATE OR REPLACE FUNCTION pg_temp.read_in_retention(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY %I ON %I FOR SELECT TO %I USING (session_user <> current_user)',
    name || '_retention_read', name, current_user);
END $$;

-- The same for rows that such a function deletes or empties, where no age protects them.
CREATE OR REPLACE FUNCTION pg_temp.change_in_retention(name text, command text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY %I ON %I FOR %s TO %I USING (session_user <> current_user)',
    name || '_retention_' || lower(command), name, command, current_user);
END $$;

-- Rows of the table must stay for `days` of real time since `since`, a `timestamptz` column that
-- every row has. A trigger refuses an early delete to every role, also to the administrator. After
-- that time only functions of the owner delete rows; neither app nor worker may.
CREATE OR REPLACE FUNCTION pg_temp.keep_table(name text, since text, days integer)
RETURNS void LANGUAGE plpgsql AS $keep$
DECLARE
  is_append_only constant boolean := EXISTS (SELECT FROM pg_trigger
    WHERE tgrelid = name::regclass AND tgname = name || '_append_only');
BEGIN
  CREATE OR REPLACE FUNCTION refuse_early_delete() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'DELETE' AND (to_jsonb(OLD) ->> TG_ARGV[0])::timestamptz
         < now() - TG_ARGV[1]::integer * interval '1 day' THEN
       RETURN OLD;
     END IF;
     RAISE EXCEPTION 'rows of % are never changed nor deleted before % days', TG_TABLE_NAME, TG_ARGV[1]
       USING ERRCODE = 'integrity_constraint_violation';
   END $$;
  EXECUTE format('REVOKE DELETE ON %I FROM %I, %I', name, pg_temp.role_of('app'),
    pg_temp.role_of('worker'));
  EXECUTE format('CREATE POLICY %I ON %I FOR DELETE TO %I
    USING (session_user <> current_user AND %I < now() - interval ''%s days'')',
    name || '_retention', name, current_user, since, days);
  PERFORM pg_temp.read_in_retention(name);
  IF is_append_only THEN EXECUTE format('DROP TRIGGER %I ON %I', name || '_append_only', name); END IF;
  EXECUTE format('CREATE TRIGGER %I BEFORE %s ON %I FOR EACH ROW
    EXECUTE FUNCTION refuse_early_delete(%L, %L)', name || '_kept',
    CASE WHEN is_append_only THEN 'UPDATE OR DELETE' ELSE 'DELETE' END, name, since, days::text);
END $keep$;

-- Only this role may call a function, which acts with the rights of the owner.
CREATE OR REPLACE FUNCTION pg_temp.only_for(kind text, signature text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', signature);
  EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', signature, pg_temp.role_of(kind));
END $$;

-- The moves of a table's rows through their states: never changed, and kept for `days` if given.
-- `key` names a row within its customer app, in both tables.
CREATE OR REPLACE FUNCTION pg_temp.history_table(
  name text, of_table text, key text, days integer DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TABLE %1$I (customer_app_id text NOT NULL, %2$I text NOT NULL,
      sequence bigint NOT NULL, from_status text, command text NOT NULL, to_status text NOT NULL,
      reason text, occurred_at timestamptz NOT NULL,
      CONSTRAINT %3$I PRIMARY KEY (customer_app_id, %2$I, sequence),
      CONSTRAINT %4$I FOREIGN KEY (customer_app_id, %2$I) REFERENCES %5$I (customer_app_id, %2$I))',
    name, key, name || '_pkey',
    name || regexp_replace(name, '^.*?([a-z]+)_state_changes$', '_\1_fkey'), of_table);
  PERFORM pg_temp.tenant_table(name, worker => 'none', append_only => true);
  IF days IS NOT NULL THEN PERFORM pg_temp.keep_table(name, 'occurred_at', days); END IF;
END $$;

-- Operators read the rows of the customer apps that the transaction names, `*` for all; no others.
CREATE OR REPLACE FUNCTION pg_temp.operators_read(VARIADIC names text[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY names LOOP
    PERFORM pg_temp.allow(name, 'operator', 'read',
      -- A statement asks once for the apps: figures read many rows.
      '(SELECT current_setting(''app.operator_apps'', true) = ''*'') OR customer_app_id = ANY
        ((SELECT string_to_array(current_setting(''app.operator_apps'', true), '',''))::text[])');
  END LOOP;
END $$;
