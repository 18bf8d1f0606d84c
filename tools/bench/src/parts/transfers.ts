import { newId, type CustomerAppId, type LedgerTransferId, type PaymentId } from '@towpath/kernel';
import { createPool, PgTransactions, WriteBatch, type AppTx } from '@towpath/persistence';
import type { Figure, PartResult } from '../figures.js';
import { Shop } from '../load/shop.js';
import { meterCpu, systemMs, type CpuUse } from '../measure/cpu-meter.js';
import { cpuBars } from '../report/cpu-bars.js';
import type { Stage } from '../run/stage.js';

/** Connections of a process with the services' own settings are fewer; two replicas have as many. */
const AT_ONCE = 32;
const PER_SECOND_AIM = 5_000;
/** How many rows a transaction writes; none: what the transaction itself costs. */
const SIZES = { none: 0, single: 1, four: 4, together: 50 } as const;
type Size = keyof typeof SIZES;
const WORDS: Readonly<Record<Size, string>> = {
  none: 'of no transfer at all',
  single: 'of one transfer',
  four: 'of 4 transfers',
  together: 'of 50 transfers',
};

/** (t) How many transfers per second the ledger takes, all onto one settlement account. */
export async function transfers(stage: Stage): Promise<PartResult> {
  const { system, log } = stage;
  const shop = await Shop.open(stage, 'Bench t');
  const url = system.layout.databases['payment-link']?.app;
  if (!url) throw new Error('the system has no database of payment-link');
  const pool = createPool({ url, name: 'bench', limits: { size: AT_ONCE } });
  const transactions = new PgTransactions({ appPool: pool, workerPool: pool });
  const app = shop.merchant.customerAppId as CustomerAppId;
  const source = { transactions, app, account: shop.accountId };
  try {
    const none = await measure(stage, { ...source, rows: SIZES.none });
    const single = await measure(stage, { ...source, rows: SIZES.single });
    const four = await measure(stage, { ...source, rows: SIZES.four });
    const together = await measure(stage, { ...source, rows: SIZES.together });
    log(`(t) ${single.transactions} transactions of one transfer`);
    const measured = { none, single, four, together };
    return {
      part: 't',
      title: 'Transfers onto one settlement account',
      figures: (['none', 'single', 'four', 'together'] as const).flatMap((size) =>
        figuresOf(size, measured[size]),
      ),
      plots: [
        cpuBars('CPU per transfer, each committed for itself', {
          count: single.transactions,
          cpu: single.cpu,
        }),
      ],
    };
  } finally {
    await pool.end();
  }
}

interface Source {
  readonly transactions: PgTransactions;
  readonly app: CustomerAppId;
  readonly account: string;
  /** In one transaction. */
  readonly rows: number;
}

interface Measured {
  readonly transactions: number;
  readonly perS: number;
  readonly cpu: CpuUse;
}

async function measure(
  { system, seconds }: Stage,
  { transactions, app, account, rows }: Source,
): Promise<Measured> {
  const used = meterCpu(system);
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let count = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      await transactions.forApp(app, (tx) => {
        const credits = Array.from({ length: rows }, () => creditOf(tx, account));
        tx.send(new WriteBatch().insert('ledger_transfers', credits));
        return Promise.resolve();
      });
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const perS = (count * 1000) / (performance.now() - begin);
  return { transactions: count, perS, cpu: used() };
}

function figuresOf(size: Size, { transactions, perS, cpu }: Measured): Figure[] {
  const rows = SIZES[size];
  const perTransaction: Figure[] = [
    {
      id: `transactions_per_s_${size}`,
      name: `transactions per second, ${WORDS[size]}`,
      value: perS,
      unit: '/s',
    },
    {
      id: `cpu_ms_${size}`,
      name: `CPU per transaction ${WORDS[size]}`,
      value: systemMs(cpu) / transactions,
      unit: 'ms',
    },
  ];
  if (rows === 0) return perTransaction;
  return [
    ...perTransaction,
    {
      id: `transfers_per_s_${size}`,
      name: `transfers per second, transactions ${WORDS[size]}`,
      value: perS * rows,
      unit: '/s',
      aim: { is: 'at least', value: PER_SECOND_AIM },
    },
  ];
}

/** The row that a payment writes. */
function creditOf(tx: AppTx, account: string): Record<string, unknown> {
  return {
    customer_app_id: tx.customerApp.id,
    ledger_transfer_id: newId<LedgerTransferId>(tx.now),
    kind: 'PAYMENT',
    debit_account: `clearing:${account}`,
    credit_account: `settlement:${account}`,
    amount: 12_500,
    currency: 'HKD',
    payment_id: newId<PaymentId>(tx.now),
    refund_id: null,
    dispute_id: null,
    dispute_sequence: null,
    payout_id: null,
    occurred_at: tx.now,
  };
}
