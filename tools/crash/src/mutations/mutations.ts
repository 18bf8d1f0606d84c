import type { Mutation } from './mutation.js';

/** One in so many: often enough for a short run, seldom enough that everything else goes on. */
const SELDOM = (count: number) => `(globalThis.mutant = (globalThis.mutant ?? 0) + 1) % ${count}`;

const BY_NAME: Readonly<Record<string, Omit<Mutation, 'name'>>> = {
  'relay-drops-events': {
    fault: 'the relay marks one event of 50 as published without sending it',
    module: 'libs/messaging/dist/outbox/outbox-relay.js',
    edits: {
      'publisher.publish(messages)': `publisher.publish(messages.filter(() => ${SELDOM(50)} > 0))`,
    },
    finds: 'EVENT_MISSING',
  },
  'relay-mixes-order': {
    fault: 'the relay sends each batch from its end',
    module: 'libs/messaging/dist/outbox/outbox-relay.js',
    edits: { 'publisher.publish(messages)': 'publisher.publish(messages.toReversed())' },
    finds: 'EVENT_ORDER',
  },
  'changes-without-event': {
    fault: 'one change of 50 is committed without its event',
    module: 'libs/persistence/dist/transactions/write-batch.js',
    edits: { 'this.events.push({': `if (${SELDOM(50)} > 0) this.events.push({` },
    finds: 'EVENT_NOT_WRITTEN',
  },
  'answers-without-commit': {
    fault: 'one transaction of 50 is answered as done and rolled back',
    module: 'libs/persistence/dist/transactions/tx-session.js',
    edits: {
      [`const { command } = await this.client.query('COMMIT');`]: `await this.client.query(${SELDOM(50)} > 0 ? 'COMMIT' : 'ROLLBACK');
        const command = 'COMMIT';`,
    },
    finds: 'ACKNOWLEDGED_LINK_LOST',
  },
  'captures-for-dead-links': {
    fault: 'an authorized attempt is captured without looking whether its link still wants it',
    module: 'apps/payment-link/dist/links/card-attempts/attempt-step.js',
    edits: {
      [`PENDING: 'VOID', ACTION_REQUIRED: 'VOID', AUTHORIZED: 'VOID', DECLINED: 'REST',
          CAPTURED: 'REFUND',`]: `PENDING: 'WAIT', ACTION_REQUIRED: 'WAIT', AUTHORIZED: 'CAPTURE',
          DECLINED: 'REST', CAPTURED: 'REST',`,
    },
    finds: 'CHARGE_NOT_RETURNED',
  },
  'confirms-before-commit': {
    fault: 'a payment is confirmed at Stripe before its ID is committed',
    module: 'apps/payment-link/dist/cards/card-gateways/gateway-call.js',
    edits: {
      [`return { gatewayStatus: 'PREPARED', gatewayReference };`]: `await connector.authorize({ ...asked, gatewayReference });
          return { gatewayStatus: 'PREPARED', gatewayReference };`,
    },
    finds: 'INTENT_UNKNOWN',
  },
  'refunds-under-a-new-key': {
    fault: 'each try of a refund has a key of its own, and no list is read before',
    module: 'apps/payment-link/dist/cards/card-gateways/stripe/stripe-books.js',
    edits: {
      'if (known) return this.answerOf(known); try {': 'try {',
      'idempotencyKey: refundReference': 'idempotencyKey: `${refundReference} ${Date.now()}`',
    },
    finds: 'PAID_MONEY_RETURNED',
  },
  'makes-customers-anew': {
    fault: 'each try to make a customer at Stripe has a key of its own',
    module: 'apps/payment-link/dist/cards/card-gateways/stripe/stripe-cards.js',
    edits: {
      'idempotencyKey: `customer-${owner}`': 'idempotencyKey: `${owner} ${Date.now()}`',
    },
    finds: 'CUSTOMER_TWICE',
  },
  'forgets-fees': {
    fault: 'the fee of an entry of the processor is not booked',
    module: 'apps/payment-link/dist/money/processor-settlements/processor-entry.js',
    edits: { 'const fee = entry.fee +': 'const fee = 0 +' },
    finds: 'PROCESSOR_TRANSFER_WRONG',
  },
  'reserves-without-check': {
    fault: 'a charge is reserved without a look at the limits of its period',
    module: 'apps/mandate/dist/charging/charges/charges.service.js',
    edits: { 'throw refused(periodExceeded(snapshot));': 'return start;' },
    finds: 'LIMIT_EXCEEDED',
  },
  'never-releases': {
    fault: 'a charge that ends without money keeps its share of the limits',
    module: 'apps/mandate/dist/charging/charges/charges.service.js',
    edits: {
      'SET used_amount = used_amount - $4, used_count = used_count - 1':
        'SET used_amount = used_amount - 0 * $4, used_count = used_count',
    },
    finds: 'USAGE_WRONG',
  },
  'drafts-not-closed': {
    fault: 'the draft of a mandate stays when its payment link has left it',
    module: 'apps/mandate/dist/authorizing/link-drafts/link-drafts.consumer.js',
    edits: { 'if (mandateId === undefined || !context) continue;': 'continue;' },
    finds: 'DRAFT_NOT_CLOSED',
  },
  'charges-a-mandate-anew': {
    fault: 'a repeated request to charge a mandate is a new payment',
    module: 'apps/payment-link/dist/processes/payment-requests/payment-requests.service.js',
    edits: {
      'const named = { ...order, paymentId, isFirst: claim.isFirst };':
        'const named = { ...order, paymentId: newId(new Date()) };',
    },
    finds: 'REPEAT_MADE_ANOTHER',
  },
  'loses-ledger-rows': {
    fault: 'one transfer of 10 is not written into the ledger',
    module: 'libs/persistence/dist/transactions/write-batch.js',
    edits: {
      'const list = Array.isArray(rows) ?': `if (table === 'ledger_transfers' && ${SELDOM(10)} === 0) return this;
          const list = Array.isArray(rows) ?`,
    },
    finds: 'TRANSFER_MISSING',
  },
  'releases-undecided-disputes': {
    fault: 'disputed money is released as soon as the issuer has the evidence',
    module: 'apps/payment-link/dist/money/payment-disputes/dispute-holds.service.js',
    edits: { [`PROCESSING: 'HELD'`]: `PROCESSING: 'RELEASED'` },
    finds: 'DISPUTE_RELEASED_UNWON',
  },
  'holds-disputes-again': {
    fault: 'disputed money is held again by a change that leaves it held',
    module: 'apps/payment-link/dist/money/payment-disputes/dispute-hold.transitions.js',
    edits: {
      'if (from === to) return [];': `if (from === to) return to === 'HELD' ? ['hold'] : [];`,
      [`{ from: 'HELD', command: 'release',`]: `{ from: 'HELD', command: 'hold', to: 'HELD', when: 'it moves' },
          { from: 'HELD', command: 'release',`,
    },
    finds: 'DISPUTE_HELD_TWICE',
  },
  'keeps-failed-payouts': {
    fault: 'a payout that the bank rejected counts as executed',
    module: 'apps/payment-link/dist/money/payouts/payout.js',
    edits: { [`REJECTED: 'FAIL'`]: `REJECTED: 'SUCCEED'` },
    finds: 'PAYOUT_DISAGREES',
  },
  'refunds-without-gateway': {
    fault: 'a refund counts as executed before the gateway was asked',
    module: 'apps/payment-link/dist/cards/card-refunds/card-refund.conversation.js',
    edits: {
      'gateway.refund(key, refund)': `({ gatewayStatus: 'REFUNDED' })`,
    },
    finds: 'PAID_MONEY_RETURNED',
  },
  'forgets-bills': {
    fault: 'a payment of a bill does not move it',
    module: 'apps/payment-link/dist/money/bills/bills.service.js',
    edits: { 'if (!bill?.isOpen) return;': 'return;' },
    finds: 'BILL_DISAGREES',
  },
  'keeps-a-cent-of-too-much': {
    fault: 'of a transfer that was too much, a cent of the rest is kept',
    module: 'apps/payment-link/dist/links/manual-transfers/transfer-rule.js',
    edits: { 'goesBack: amount - due.amount,': 'goesBack: Math.max(1, amount - due.amount - 1),' },
    finds: 'INCOMING_WRONG',
  },
  'pays-out-without-funds': {
    fault: 'a scheduled payout is sent though its funds were refused',
    module: 'apps/payment-link/dist/money/payouts/payout.js',
    edits: { [`FAILED: 'FAIL'`]: `FAILED: 'FUND'` },
    finds: 'PAYOUT_UNFUNDED',
  },
  'fails-sent-refunds': {
    fault: 'a refund counts as failed though the payout that sends it was executed',
    module: 'apps/payment-link/dist/money/refunds/refunds.service.js',
    edits: {
      [`if (status === 'SUBMITTED') return end;`]: `if (status === 'SUBMITTED') return 'FAILED';`,
    },
    finds: 'REFUND_DISAGREES',
  },
  'takes-refusals-for-deliveries': {
    fault: 'a webhook that its receiver refused counts as delivered',
    module: 'apps/webhook-dispatch/dist/delivering/outcomes/settle-delivery.js',
    edits: { 'const succeeded = isAcknowledged(answer);': 'const succeeded = true;' },
    finds: 'WEBHOOK_MISSING',
  },
  'ignores-other-content': {
    fault: 'a reference that is taken answers with its link, whatever is asked for',
    module: 'apps/payment-link/dist/links/payment-links/payment-links.service.js',
    edits: {
      'if (known && !this.contentHash.matches(known.contentHash, content))': 'if (false)',
    },
    finds: 'REPEAT_CHANGED_CONTENT',
  },
  'loses-link-jobs': {
    fault: 'the job of one product of each login is not written down',
    module: 'apps/account-data/dist/linking/retrievals/retrievals.service.js',
    edits: {
      'return pending.map((product)=>this.jobs.add(tx, batch,':
        'return pending.map((product, index) => this.jobs.add(tx, index === 0 ? new batch.constructor() : batch,',
    },
    finds: 'LOGIN_STUCK',
  },
  'effects-jobs-twice': {
    fault: 'the end of a product is recorded again when its job comes again',
    module: 'apps/account-data/dist/identities/login-identities/login-identity.js',
    edits: {
      [`recordProduct(result, at) {
          const { progress } = this.values;
          if (progress[result.product]?.status !== 'IN_PROGRESS') return;`]:
        `recordProduct(result, at, comesAgain = true) {
          const { progress } = this.values;
          const open = Object.values(progress).filter(({ status }) => status === 'IN_PROGRESS');
          if (comesAgain && open.length > 1) this.recordProduct(result, at, false);`,
    },
    finds: 'PRODUCT_TWICE',
  },
  'stores-transactions-anew': {
    fault: 'a refresh stores a transaction that is there already as another one',
    module: 'apps/account-data/dist/data/retrieved-data/store-transactions.js',
    edits: {
      [`derived.of('transaction', loginIdentityId, [`]: `derived.of('transaction', loginIdentityId, [ whose.retrievalId,`,
    },
    finds: 'TRANSACTIONS_WRONG',
  },
  'loses-transactions': {
    fault: 'the first transaction of each batch is not stored',
    module: 'apps/account-data/dist/data/retrieved-data/store-transactions.js',
    edits: { 'new Map(transactions.map((row)=>[': 'new Map(transactions.slice(1).map((row)=>[' },
    finds: 'TRANSACTIONS_WRONG',
  },
  'keeps-credentials': {
    fault: 'an unlinked login keeps its session at the bank and the key of it',
    module: 'apps/account-data/dist/identities/credentials/login-secrets.service.js',
    edits: {
      [`async forget(tx, owner) {
          const row = await loginCredentials.find(tx, owner);
          if (!row) return;`]: 'async forget(tx, owner) { return;',
    },
    finds: 'LOGIN_REMAINS',
  },
};

export const MUTATIONS: readonly Mutation[] = Object.entries(BY_NAME).map(([name, mutation]) => ({
  name,
  ...mutation,
}));

/** Throws for a name that is not in the list. */
export function mutationNamed(name: string): Mutation {
  const found = MUTATIONS.find((mutation) => mutation.name === name);
  if (found) return found;
  throw new Error(
    `There is no mutation ${name}; there are ${MUTATIONS.map((m) => m.name).join(', ')}.`,
  );
}
