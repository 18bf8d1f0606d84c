import type { RetentionRule } from '@towpath/persistence';

/** 7 years, two of them leap years. The database refuses to delete any of these rows earlier. */
const MONEY_DAYS = 2_557;

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
    table: 'mandate_charges',
    column: 'created_at',
    days: 30,
    only: `status = 'REFUSED'`,
    reason:
      'only refused ones, which have no payment: longer than the 14 days of the topics, so that news of money that came all the same finds them; the others go with their payments',
  },
  {
    table: 'payment_disputes',
    column: 'updated_at',
    days: MONEY_DAYS,
    reason: 'books are kept for 7 years; the history of what was held goes with it',
    through: 'delete_old_payment_disputes',
  },
  {
    table: 'payments',
    column: 'updated_at',
    days: MONEY_DAYS,
    reason:
      'books are kept for 7 years; refunds, histories and what the gateway settled go with it, and hold it back while they are younger',
    through: 'delete_old_payments',
  },
  {
    table: 'incoming_transfers',
    column: 'received_at',
    days: MONEY_DAYS,
    reason: 'as long as payments; one that names no payment stays, with its money',
    through: 'delete_old_incoming_transfers',
  },
  {
    table: 'payouts',
    column: 'updated_at',
    days: MONEY_DAYS,
    reason: 'as long as payments; one that has not come to its end stays',
    through: 'delete_old_payouts',
  },
  {
    table: 'payment_methods',
    column: 'updated_at',
    days: MONEY_DAYS,
    reason: 'as long as payments; one that works, or that a payment names, stays',
    through: 'delete_old_payment_methods',
  },
  {
    table: 'payment_links',
    column: 'updated_at',
    days: MONEY_DAYS,
    reason: 'as long as payments; one that a payment or a payment method names stays',
    through: 'delete_old_payment_links',
  },
  {
    table: 'ledger_transfers',
    column: 'occurred_at',
    days: MONEY_DAYS,
    reason:
      'as long as payments, and until a checkpoint of both accounts holds its sum: no balance changes; opening balances stay',
    through: 'delete_old_ledger_transfers',
  },
  {
    table: 'autopay_consent_changes',
    column: 'occurred_at',
    days: MONEY_DAYS,
    reason: 'evidence for 7 years after a consent ended; one that holds stays',
    through: 'delete_old_consents',
  },
];
