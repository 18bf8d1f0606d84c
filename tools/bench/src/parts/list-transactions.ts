import type { Figure, PartResult } from '../figures.js';
import type { Sql } from '../load/admin.js';
import { Logins, withAdmin } from '../load/logins.js';
import { asService } from '../load/many-rows.js';
import { Shop } from '../load/shop.js';
import { percentile } from '../measure/percentile.js';
import type { Stage } from '../run/stage.js';

const FEW = 1_000;
const MANY = 100_000;
const TABLE = 10_000_000;
/** Short runs fill up less, by the square of their seconds: 10 s have all. */
const FULL_SECONDS = 10;
const PAGE = 50;
const ROUNDS = 20;
const RATIO_AIM = 2;

const KINDS = ['first', 'cursor', 'deep', 'answer'] as const;
type Kind = (typeof KINDS)[number];
type Times = Readonly<Record<Kind, readonly number[]>>;

const WORDS: Readonly<Record<Kind, string>> = {
  first: 'first page',
  cursor: 'page after a cursor in the middle',
  deep: 'page at an offset in the middle',
  answer: 'whole answer, first page with accounts',
};

/** (q) What a page of transactions costs a login that has few, and one that has 100,000. */
export async function listTransactions(stage: Stage): Promise<PartResult> {
  const part = Math.min(1, (stage.seconds / FULL_SECONDS) ** 2);
  const many = Math.round(MANY * part);
  const shop = await Shop.open(stage, 'Bench q');
  const logins = await Logins.of(stage, shop);
  const few = await logins.link('usergood', ['ACCOUNTS', 'TRANSACTIONS']);
  const large = await logins.link('usergood', ['ACCOUNTS', 'TRANSACTIONS']);
  await logins.complete(2);
  const app = shop.merchant.customerAppId;
  const rows = { [few]: FEW, [large]: many };
  await fillUp(stage, { app, rows, others: Math.round(TABLE * part) });
  stage.log(`(q) ${many} transactions of ${Math.round(TABLE * part)}`);
  const times = {
    few: await measure(stage, { app, login: few, rows: FEW, token: await logins.tokenOf(few) }),
    many: await measure(stage, {
      app,
      login: large,
      rows: many,
      token: await logins.tokenOf(large),
    }),
  };
  return {
    part: 'q',
    title: 'List transactions',
    figures: [
      { id: 'rows', name: 'transactions of the login that has many', value: many, unit: '' },
      ...figuresOf('few', times.few),
      ...figuresOf('many', times.many),
      ...(['first', 'cursor', 'answer'] as const).map((kind) => ratioOf(kind, times)),
    ],
    plots: (['few', 'many'] as const).map((size) => ({
      kind: 'bars',
      title: `p50 of a login that has ${size}`,
      unit: 'ms',
      bars: KINDS.map((kind) => ({ label: kind, value: percentile(times[size][kind], 0.5) })),
    })),
  };
}

const OTHERS = '01JZ0000000000000000000000';

/** Rows made of numbers: those of the two logins, and of others in the same table. */
async function fillUp(
  stage: Stage,
  fill: {
    readonly app: string;
    readonly rows: Readonly<Record<string, number>>;
    readonly others: number;
  },
): Promise<void> {
  const { app, rows, others } = fill;
  await withAdmin(stage, async (sql) => {
    await addTransactionsOfOthers(sql, { app, count: others });
    for (const [login, count] of Object.entries(rows)) {
      const [account] = await sql<{ account_id: string }>(
        `UPDATE accounts SET transaction_count = CASE WHEN account_id = (SELECT min(account_id)
           FROM accounts WHERE login_identity_id = $1) THEN $2::int ELSE 0 END
         WHERE login_identity_id = $1 RETURNING account_id`,
        [login, count],
      );
      await sql('DELETE FROM transactions WHERE login_identity_id = $1', [login]);
      await sql(INSERT, [app, login, account?.account_id ?? '', count]);
    }
    await sql('VACUUM ANALYZE transactions');
  });
}

/** Of logins that have 100,000 each. */
export async function addTransactionsOfOthers(
  sql: Sql,
  { app, count }: { readonly app: string; readonly count: number },
): Promise<void> {
  await sql(INSERT, [app, `'${OTHERS}'`, OTHERS, count]);
}

/** Those of others belong to a hundred logins each hundred thousand rows. */
const INSERT = `
  INSERT INTO transactions (customer_app_id, login_identity_id, transaction_id, account_id,
    is_pending, posted_date, occurred_at, amount, currency, running_balance, raw, description,
    location, reference, retrieval_id, created_at, updated_at)
  SELECT $1, CASE WHEN $2 LIKE '''%' THEN '01JY' || lpad((n / ${MANY})::text, 22, '0') ELSE $2 END,
    '01JQ' || lpad(n::text, 22, '0'), $3, false, current_date, now() - n * interval '1 minute',
    -12.5, 'HKD', 1000, '12.50', 'CARD PURCHASE ' || n, 'Hong Kong', 'REF' || n, 'bench', now(), now()
  FROM generate_series(1, $4::int) n`;

interface Login {
  readonly app: string;
  readonly login: string;
  readonly rows: number;
  readonly token: string;
}

async function measure(stage: Stage, { app, login, rows, token }: Login): Promise<Times> {
  const service = await asService(stage, { service: 'account-data', app });
  try {
    const middle = Math.floor(rows / 2);
    const page = (offset: number) => service.query(pageSql(''), [app, login, offset, PAGE]);
    const { rows: found } = await service.query<{ occurred_at: Date; transaction_id: string }>(
      pageSql(''),
      [app, login, middle, 1],
    );
    const [at] = found;
    const place = [at?.occurred_at, at?.transaction_id];
    const after = pageSql('AND (occurred_at, transaction_id) < ($5, $6)');
    const path = `/transactions?limit=${PAGE}`;
    return {
      first: await timed(() => page(0)),
      cursor: await timed(() => service.query(after, [app, login, 0, PAGE, ...place])),
      deep: await timed(() => page(middle)),
      answer: await timed(() => stage.http.send({ method: 'GET', path, token })),
    };
  } finally {
    await service.end();
  }
}

/** The statement of the service. */
const pageSql = (after: string) => `
  SELECT t.* FROM (
    SELECT transaction_id FROM transactions
    WHERE customer_app_id = $1 AND login_identity_id = $2 ${after}
    ORDER BY occurred_at DESC, transaction_id DESC OFFSET $3 LIMIT $4) AS page
  CROSS JOIN LATERAL (
    SELECT * FROM transactions
    WHERE customer_app_id = $1 AND login_identity_id = $2
      AND transaction_id = page.transaction_id OFFSET 0) AS t
  ORDER BY t.occurred_at DESC, t.transaction_id DESC`;

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = performance.now();
    await work();
    times.push(performance.now() - begin);
  }
  return times;
}

function figuresOf(size: 'few' | 'many', times: Times): Figure[] {
  return KINDS.map((kind) => ({
    id: `${kind}_${size}_ms`,
    name: `${WORDS[kind]}, of ${size}, p50`,
    value: percentile(times[kind], 0.5),
    unit: 'ms',
  }));
}

function ratioOf(kind: Kind, { few, many }: { few: Times; many: Times }): Figure {
  return {
    id: `${kind}_ratio`,
    name: `${WORDS[kind]}, many by few`,
    value: percentile(many[kind], 0.5) / percentile(few[kind], 0.5),
    unit: '×',
    aim: { is: 'at most', value: RATIO_AIM },
  };
}
