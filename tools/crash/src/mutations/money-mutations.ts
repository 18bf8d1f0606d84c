import type { Mutation } from './mutation.js';

/** Faults with bank transfers, scheduled payouts, and refunds that payouts send. */
export const MONEY_MUTATIONS: readonly Mutation[] = [
  {
    name: 'keeps-a-cent-of-too-much',
    fault: 'of a transfer that was too much, a cent of the rest is kept',
    module: 'apps/payment-link/dist/links/payment-links/domain/transfer-rule.js',
    edits: [
      {
        find: 'goesBack: amount - due.amount,',
        replace: 'goesBack: Math.max(1, amount - due.amount - 1),',
      },
    ],
    finds: 'INCOMING_WRONG',
  },
  {
    name: 'pays-out-without-funds',
    fault: 'a scheduled payout is sent though its funds were refused',
    module: 'apps/payment-link/dist/money/payouts/payout.js',
    edits: [{ find: `FAILED: 'FAIL'`, replace: `FAILED: 'FUND'` }],
    finds: 'PAYOUT_UNFUNDED',
  },
  {
    name: 'fails-sent-refunds',
    fault: 'a refund counts as failed though the payout that sends it was executed',
    module: 'apps/payment-link/dist/money/refunds/follow-refund-payout.js',
    edits: [
      {
        find: `if (status === 'SUBMITTED') return end;`,
        replace: `if (status === 'SUBMITTED') return 'FAILED';`,
      },
    ],
    finds: 'REFUND_DISAGREES',
  },
];
