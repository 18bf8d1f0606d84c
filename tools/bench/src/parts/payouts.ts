import type {
  PaymentAccountResponse,
  PaymentUserResponse,
  PayoutResponse,
} from '@towpath/contracts/payment-link';
import { createPool } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import type { PartResult } from '../figures.js';
import { prepare } from '../load/closed-loop.js';
import { Shop } from '../load/shop.js';
import { meterCpu, systemMs } from '../measure/cpu-meter.js';
import { cpuBars } from '../report/cpu-bars.js';
import type { Stage } from '../run/stage.js';

const MOST_PER_S = 1_000;
const ENDED_WITHIN_MS = 300_000;

/** (u) How many payouts per second one settlement account sends, up to the bank's answer. */
export async function payouts(stage: Stage): Promise<PartResult> {
  const { seconds, system, log } = stage;
  const shop = await Shop.open(stage, 'Bench u');
  const recipient = await recipientOf(stage, shop);
  const used = meterCpu(system);
  const begin = performance.now();
  let number = 0;
  const sent = await prepare({
    most: MOST_PER_S * seconds,
    seconds,
    work: () => payOut(stage, shop, { recipient, reference: `payout ${(number += 1)}` }),
  });
  const answered = performance.now();
  await executed(stage, { app: shop.merchant.customerAppId, count: sent.length });
  const end = performance.now();
  const cpu = used();
  const count = sent.length;
  log(`(u) ${count} payouts`);
  const perSecond = (until: number) => (count * 1000) / (until - begin);
  return {
    part: 'u',
    title: 'Payouts of one settlement account',
    figures: [
      {
        id: 'payouts_per_s',
        name: 'payouts per second, answered: held',
        value: perSecond(answered),
        unit: '/s',
      },
      {
        id: 'executed_per_s',
        name: 'payouts per second, up to the bank and the ledger',
        value: perSecond(end),
        unit: '/s',
      },
      { id: 'cpu_ms', name: 'CPU per payout', value: systemMs(cpu) / count, unit: 'ms' },
      { id: 'payouts', name: 'payouts', value: count, unit: '' },
    ],
    plots: [cpuBars('CPU per payout', { count, cpu })],
  };
}

async function recipientOf({ http }: Stage, { token }: Shop): Promise<string> {
  const post = <T>(path: string, body: object) =>
    http.send<T>({ method: 'POST', path, token, body });
  const name = 'Wong Siu';
  const user = await post<PaymentUserResponse>('/payment_users', {
    name,
    external_user_id: 'landlord',
  });
  const { account_id: id } = await post<PaymentAccountResponse>('/payment_accounts', {
    account_type: 'EXTERNAL_ACCOUNT',
    accountholder_name: name,
    institution_id: 'testbank',
    user_id: user.user_id,
    account_number: { type: 'LOCAL', number: '012-345678-866' },
    currencies: ['HKD'],
  });
  return id;
}

function payOut(
  { http }: Stage,
  { token, accountId }: Shop,
  { recipient, reference }: { readonly recipient: string; readonly reference: string },
): Promise<PayoutResponse> {
  const body = {
    amount: 1,
    currency: 'HKD',
    confirm: true,
    payment_details: { description: 'Bench', external_transaction_reference: reference },
    sender_account: { account_id: accountId },
    recipient_account: { account_id: recipient },
  };
  const idempotencyKey = reference;
  return http.send({ method: 'POST', path: '/payouts', token, body, idempotencyKey });
}

/** Each payout is executed, and its transfer in the ledger. */
async function executed(
  { system }: Stage,
  { app, count }: { readonly app: string; readonly count: number },
): Promise<void> {
  const url = new URL(system.adminUrl);
  url.pathname = '/payment_link';
  const pool = createPool({ url: url.href, name: 'bench', limits: { size: 1 } });
  let found = 0;
  try {
    await eventually(
      async () => {
        const { rows } = await pool.query<{ count: number }>(
          `SELECT count(*) FROM ledger_transfers WHERE customer_app_id = $1 AND kind = 'PAYOUT'`,
          [app],
        );
        found = Number(rows[0]?.count ?? 0);
        return found >= count;
      },
      { deadlineMs: ENDED_WITHIN_MS, describe: () => `${found} of ${count} payouts are executed` },
    );
  } finally {
    await pool.end();
  }
}
