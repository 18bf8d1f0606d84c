import type { CreatedMandateResponse } from '@towpath/contracts/mandate';
import type { PaymentResponse } from '@towpath/contracts/payment-link';
import { eventually, type Merchant } from '@towpath/testing';
import { asAdmin } from '../load/admin.js';
import { closedLoop } from '../load/closed-loop.js';
import { liveMandate } from '../load/live-mandate.js';
import { call, openShop } from '../load/open-shop.js';
import type { Stage } from '../run/stage.js';
import type { Operation } from './operation.js';

const AT_ONCE = 32;
/** A short run prepares fewer. */
const MANDATES_PER_S = 4;
const BOOKED_WITHIN_MS = 300_000;

/** On as many mandates as charges at a time: their rows are seldom waited for. */
export async function chargeMandate({ system, seconds }: Stage): Promise<Operation> {
  const shop = await openShop(system, 'Bench, charges');
  const { merchant } = shop;
  const length = Math.min(AT_ONCE, MANDATES_PER_S * seconds);
  const mandates = await closedLoop(Array.from({ length }), AT_ONCE, () => liveMandate(shop));
  let made = 0;
  const next = (): Promise<PaymentResponse> => {
    made += 1;
    return charge(merchant, mandates[made % length] as CreatedMandateResponse);
  };
  return {
    name: 'a charge of a mandate',
    atOnce: AT_ONCE,
    perSecond: 20,
    aim: 2.8,
    prepare: (count) => Promise.resolve(Array.from({ length: count }, () => next)),
    done: () =>
      asAdmin(system, 'payment-link', async (sql) => {
        const booked = async (): Promise<boolean> => {
          const [found] = await sql<{ count: number }>(BOOKED, [merchant.customerAppId]);
          return found?.count === made;
        };
        const describe = `the ledger to have ${made} charges`;
        await eventually(booked, { deadlineMs: BOOKED_WITHIN_MS, describe });
      }),
  };
}

/** Of 5.00 HKD. */
export function charge(
  merchant: Merchant,
  { payment_method_id }: CreatedMandateResponse,
): Promise<PaymentResponse> {
  const body = { amount: 500, currency: 'HKD', payment_method_id, payment_details: {} };
  return call(merchant, { method: 'POST', path: '/payments', body });
}

/** Executed, with their transfers in the ledger. */
const BOOKED = `
  SELECT count(DISTINCT payment_id)::int AS count FROM payments JOIN ledger_transfers
    USING (customer_app_id, payment_id)
  WHERE customer_app_id = $1 AND status = 'EXECUTED'`;
