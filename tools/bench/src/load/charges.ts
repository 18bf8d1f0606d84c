import type { CreatedMandateResponse } from '@towpath/contracts/mandate';
import type { PaymentResponse } from '@towpath/contracts/payment-link';
import { createPool } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import type { Stage } from '../run/stage.js';
import type { Shop } from './shop.js';

/** As many as charges at a time, and more: their rows are seldom waited for. */
export const MANDATES = 64;
const BOOKED_WITHIN_MS = 300_000;

/** Of 5.00 HKD, by mandate. */
export function charge(
  { http }: Stage,
  { token }: Shop,
  { payment_method_id }: CreatedMandateResponse,
): Promise<PaymentResponse> {
  const body = { amount: 500, currency: 'HKD', payment_method_id, payment_details: {} };
  return http.send({ method: 'POST', path: '/payments', token, body });
}

/** Each charge is executed and has its transfer in the ledger. */
export async function chargesBooked(
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
        const { rows } = await pool.query<{ count: number }>(BOOKED, [app]);
        found = rows[0]?.count ?? 0;
        return found >= count;
      },
      { deadlineMs: BOOKED_WITHIN_MS, describe: () => `${found} of ${count} charges are booked` },
    );
  } finally {
    await pool.end();
  }
}

const BOOKED = `
  SELECT count(DISTINCT payment_id) FROM payments JOIN ledger_transfers
    USING (customer_app_id, payment_id)
  WHERE customer_app_id = $1 AND status = 'EXECUTED'`;
