/**
 * $1 customer app, $2 login identity, $3 rows as JSON, $4 now, $5 whether the rows are all accounts of
 * the bank: only these decide about the order again. Unchanged rows are not written.
 */
export const UPSERT_ACCOUNTS = `
  INSERT INTO accounts AS a (customer_app_id, login_identity_id, account_id, group_id, name,
    nickname, type, subtype, currency, country, parent_id, is_parent, is_closed, balances, sealed,
    bank_order, created_at, updated_at)
  SELECT $1, $2, g.account_id, g.group_id, g.name, g.nickname, g.type, g.subtype, g.currency,
    g.country, g.parent_id, g.is_parent, g.is_closed, g.balances, g.sealed,
    g.bank_order, $4::timestamptz, $4::timestamptz
  FROM jsonb_populate_recordset(NULL::accounts, $3::jsonb) AS g
  ON CONFLICT (customer_app_id, login_identity_id, account_id) DO UPDATE SET
    group_id = excluded.group_id, name = excluded.name, nickname = excluded.nickname,
    type = excluded.type, subtype = excluded.subtype, currency = excluded.currency,
    country = excluded.country, parent_id = excluded.parent_id, is_parent = excluded.is_parent,
    is_closed = excluded.is_closed, balances = excluded.balances, sealed = excluded.sealed,
    bank_order = CASE WHEN $5 THEN excluded.bank_order ELSE coalesce(a.bank_order, excluded.bank_order) END,
    updated_at = excluded.updated_at
  WHERE (a.group_id, a.name, a.nickname, a.type, a.subtype, a.currency, a.country, a.parent_id,
      a.is_parent, a.is_closed, a.balances, a.bank_order)
    IS DISTINCT FROM (excluded.group_id, excluded.name, excluded.nickname, excluded.type,
      excluded.subtype, excluded.currency, excluded.country, excluded.parent_id,
      excluded.is_parent, excluded.is_closed, excluded.balances,
      CASE WHEN $5 THEN excluded.bank_order ELSE coalesce(a.bank_order, excluded.bank_order) END)`;

/** $1 customer app, $2 login identity, $3 rows as JSON. */
export const UPSERT_BALANCES = `
  INSERT INTO account_balances (customer_app_id, login_identity_id, account_id, date, amount,
    currency)
  SELECT $1, $2, g.account_id, g.date, g.amount, g.currency
  FROM jsonb_populate_recordset(NULL::account_balances, $3::jsonb) AS g
  ON CONFLICT (customer_app_id, login_identity_id, account_id, date) DO UPDATE SET
    amount = excluded.amount, currency = excluded.currency`;

/** $1 customer app, $2 login identity, $3 account, $4 sealed number, $5 now. */
export const SET_PAYMENT_NUMBER = `
  UPDATE accounts SET payment_number = $4, updated_at = $5
  WHERE customer_app_id = $1 AND login_identity_id = $2 AND account_id = $3`;

/** $1 customer app, $2 login identity, $3 account, $4 card as JSON, $5 now. */
export const SET_CARD = `
  UPDATE accounts SET card = $4::jsonb, card_updated_at = $5
  WHERE customer_app_id = $1 AND login_identity_id = $2 AND account_id = $3`;

/** $1 customer app, $2 login identity, $3 rows as JSON, $4 now. A statement never changes. */
export const UPSERT_STATEMENTS = `
  INSERT INTO statements (customer_app_id, login_identity_id, statement_id, account_id, date, name,
    sealed_file, created_at)
  SELECT $1, $2, g.statement_id, g.account_id, g.date, g.name, g.sealed_file, $4::timestamptz
  FROM jsonb_populate_recordset(NULL::statements, $3::jsonb) AS g
  ON CONFLICT DO NOTHING`;

/** $1 customer app, $2 login identity, $3 sealed, $4 now. */
export const UPSERT_IDENTITY = `
  INSERT INTO identities (customer_app_id, login_identity_id, sealed, updated_at)
  VALUES ($1, $2, $3, $4)
  ON CONFLICT (customer_app_id, login_identity_id) DO UPDATE SET
    sealed = excluded.sealed, updated_at = excluded.updated_at`;
