import { MONEY_DAYS, type RetentionRule } from '@towpath/persistence';

const money = (rule: Pick<RetentionRule, 'table' | 'column' | 'reason'>): RetentionRule => ({
  days: MONEY_DAYS,
  through: `delete_old_${rule.table}`,
  ...rule,
});

/**
 * How long rows are kept. Those about money go in this order: what still names a row holds it back
 * until it is gone itself.
 */
export const paymentLinkRetention: readonly RetentionRule[] = [
  {
    table: 'card_submissions',
    column: 'submitted_at',
    days: 1,
    reason: 'limits by address look back one hour',
  },
  {
    table: 'gateway_notes',
    column: 'received_at',
    days: MONEY_DAYS,
    reason: 'as long as payments: the only books of gateways that cannot be asked',
  },
  {
    table: 'mandate_charges',
    column: 'created_at',
    days: 30,
    only: `status = 'REFUSED'`,
    reason:
      'only refused ones, which have no payment: longer than the 14 days of the topics, so that news of money that came all the same finds them; the others go with their payments',
  },
  money({
    table: 'payment_disputes',
    column: 'updated_at',
    reason: 'books are kept for 7 years; the history of what was held goes with it',
  }),
  money({
    table: 'payments',
    column: 'updated_at',
    reason:
      'books are kept for 7 years; refunds, histories and what the gateway settled go with it, and hold it back while they are younger',
  }),
  money({
    table: 'incoming_transfers',
    column: 'received_at',
    reason: 'as long as payments; one that names no payment stays, with its money',
  }),
  money({
    table: 'payouts',
    column: 'updated_at',
    reason: 'as long as payments; one that has not come to its end stays',
  }),
  money({
    table: 'payment_methods',
    column: 'updated_at',
    reason: 'as long as payments; one that works, or that a payment names, stays',
  }),
  money({
    table: 'payment_links',
    column: 'updated_at',
    reason: 'as long as payments; one that a payment or a payment method names stays',
  }),
  money({
    table: 'processor_entries',
    column: 'settled_at',
    reason: 'as long as payments: what a card processor moved is evidence of the books',
  }),
  money({
    table: 'processor_payouts',
    column: 'started_at',
    reason: 'as long as payments; one of whose entries is kept stays',
  }),
  money({
    table: 'ledger_transfers',
    column: 'occurred_at',
    reason:
      'as long as payments, and until a checkpoint of both accounts holds its sum: no balance changes; opening balances stay',
  }),
  {
    table: 'autopay_consent_changes',
    column: 'occurred_at',
    days: MONEY_DAYS,
    reason: 'evidence for 7 years after a consent ended; one that holds stays',
    through: 'delete_old_consents',
  },
];
