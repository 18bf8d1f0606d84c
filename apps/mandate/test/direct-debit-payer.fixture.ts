import type { PaymentResponse } from '@towpath/contracts/payment-link';
import type { ApiAnswer } from '@towpath/testing';
import { queryDatabase, type DirectDebitShop } from './direct-debit-shop.fixture.js';

export interface ChargeableMandate {
  readonly mandateId: string;
  readonly methodId: string;
  readonly userId: string;
}

/** A mandate that was accepted, of a payer who agreed to charges without them. */
export async function chargeable(
  shop: DirectDebitShop,
  ending: string,
  details: object = {},
): Promise<ChargeableMandate> {
  const mandate = await chargeableSoon(shop, ending, details);
  // An answer that was lost is asked for after ten seconds.
  await shop.advance(ending === '0007' ? 10 : 1);
  return mandate;
}

/** The same before the bank has accepted it. */
export async function chargeableSoon(
  shop: DirectDebitShop,
  ending: string,
  details: object = {},
): Promise<ChargeableMandate> {
  const account = await shop.payerAccount(ending);
  const userId = account.user_id ?? '';
  await consent(shop, userId, true);
  const { body } = await shop.createOn(account.account_id, details);
  await shop.authorize(body.mandate_id);
  return { mandateId: body.mandate_id, methodId: body.payment_method_id, userId };
}

export async function consent(
  shop: DirectDebitShop,
  userId: string,
  autopay_consent: boolean,
): Promise<void> {
  await shop.merchant.updatePaymentUser({
    path: { paymentUserId: userId },
    body: { autopay_consent },
  });
}

export function charge<T = PaymentResponse>(
  shop: DirectDebitShop,
  mandate: Pick<ChargeableMandate, 'methodId'>,
  { key, ...members }: { readonly key?: string; readonly [member: string]: unknown } = {},
): Promise<ApiAnswer<T>> {
  return shop.merchant.send<T>({
    method: 'POST',
    path: '/payments',
    body: {
      amount: 500,
      currency: 'HKD',
      payment_method_id: mandate.methodId,
      payment_details: {},
      ...members,
    },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
}

export function readPayment(shop: DirectDebitShop, paymentId: string): Promise<PaymentResponse> {
  return shop.merchant.getPayment({ path: { paymentId } });
}

/** Events of a payment in their order, and what the ledger has of it. */
export async function traces(
  shop: DirectDebitShop,
  paymentId: string,
): Promise<{
  readonly events: readonly string[];
  readonly sequences: readonly number[];
  readonly transfers: readonly string[];
}> {
  const rows = await queryPayments<{ event_name: string; sequence: string }>(
    shop,
    'SELECT event_name, sequence FROM outbox WHERE message_key = $1 ORDER BY sequence',
    [paymentId],
  );
  const transfers = await queryPayments<{ text: string }>(
    shop,
    `SELECT kind || ' ' || amount || ' ' || split_part(debit_account, ':', 1) || ' -> '
       || split_part(credit_account, ':', 1) AS text
     FROM ledger_transfers WHERE payment_id = $1 ORDER BY occurred_at, kind`,
    [paymentId],
  );
  return {
    events: rows.map(({ event_name }) => event_name),
    sequences: rows.map(({ sequence }) => Number(sequence)),
    transfers: transfers.map(({ text }) => text),
  };
}

/** As the administrator, who sees every row of payment-link. */
export function queryPayments<R extends object>(
  { system }: DirectDebitShop,
  sql: string,
  params: readonly unknown[] = [],
): Promise<R[]> {
  return queryDatabase<R>({ system, database: 'payment_link' }, sql, params);
}
