import pg from 'pg';

/**
 * The whole schema `public` as text, in a fixed order: what a generated file is compared with. It
 * shows what the drift check cannot: CHECKs, index conditions, policies, grants, triggers,
 * functions. Role names are as in the database.
 */
export async function dumpSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Object names without schema, whatever the session's settings were.
    await client.query(`SET search_path TO public, pg_catalog`);
    const sections: string[] = [];
    for (const [title, sql] of SECTIONS) {
      const result = await client.query<{ line: string }>(sql);
      sections.push([`-- ${title}`, ...result.rows.map(({ line }) => line)].join('\n'));
    }
    return `${sections.join('\n\n')}\n`;
  } finally {
    await client.end();
  }
}

const TABLES = `pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  AND c.relname <> 'migrations'`;

const SECTIONS: readonly (readonly [string, string])[] = [
  [
    'columns',
    `SELECT format('%s.%s %s%s%s%s', c.relname, a.attname,
       format_type(a.atttypid, a.atttypmod),
       CASE WHEN a.attnotnull THEN ' not null' ELSE '' END,
       CASE WHEN a.attidentity <> '' THEN ' identity' ELSE '' END,
       coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')) AS line
     FROM (SELECT c.oid, c.relname FROM ${TABLES}) c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
     ORDER BY c.relname, a.attnum`,
  ],
  [
    'constraints',
    `SELECT format('%s %s %s', c.relname, con.conname, pg_get_constraintdef(con.oid)) AS line
     FROM (SELECT c.oid, c.relname FROM ${TABLES}) c
     JOIN pg_constraint con ON con.conrelid = c.oid AND con.contype <> 'n'
     ORDER BY c.relname, con.conname`,
  ],
  [
    'indexes',
    `SELECT pg_get_indexdef(i.indexrelid) AS line
     FROM (SELECT c.oid, c.relname FROM ${TABLES}) c
     JOIN pg_index i ON i.indrelid = c.oid
     WHERE NOT EXISTS (SELECT 1 FROM pg_constraint con WHERE con.conindid = i.indexrelid)
     ORDER BY 1`,
  ],
  [
    'row-level security',
    `SELECT format('%s enabled=%s forced=%s', c.relname, c.relrowsecurity, c.relforcerowsecurity)
       AS line FROM ${TABLES} ORDER BY c.relname`,
  ],
  [
    'policies',
    `SELECT format('%s %s %s to %s using (%s) check (%s)', tablename, policyname, cmd,
       array_to_string(roles, ','), qual, coalesce(with_check, '')) AS line
     FROM pg_policies WHERE schemaname = 'public' ORDER BY tablename, policyname`,
  ],
  [
    'grants',
    `SELECT format('%s %s: %s', table_name, grantee,
       string_agg(privilege_type, ', ' ORDER BY privilege_type)) AS line
     FROM information_schema.role_table_grants
     WHERE table_schema = 'public' AND grantee <> grantor AND grantee NOT LIKE '%\\_owner'
     GROUP BY table_name, grantee ORDER BY table_name, grantee`,
  ],
  [
    'triggers',
    `SELECT pg_get_triggerdef(t.oid) AS line FROM (SELECT c.oid FROM ${TABLES}) c
     JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT t.tgisinternal ORDER BY 1`,
  ],
  [
    'functions',
    `SELECT pg_get_functiondef(p.oid) AS line FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace ORDER BY p.proname`,
  ],
];
