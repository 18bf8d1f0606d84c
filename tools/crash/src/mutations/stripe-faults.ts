import { REJECTED_NOTHING, type ConnectorFault } from './mutation.js';

const CARDS = 'apps/payment-link/src/cards/card-gateways/stripe';
const DISPUTES = 'apps/dispute/src/processors/stripe';
const CLIENT = 'libs/http/src/client';
const CARDS_SPEC = 'apps/payment-link/test/stripe-connector.int-spec.ts';
const MODES_SPEC = 'apps/payment-link/test/stripe-modes.int-spec.ts';
const SETTLEMENT_SPEC = 'apps/payment-link/test/stripe-settlement.int-spec.ts';
const PAYOUTS_SPEC = 'apps/payment-link/test/stripe-payouts.int-spec.ts';
const DIFFERENCES_SPEC = 'apps/payment-link/test/stripe-differences.full-spec.ts';
const ORDERS_SPEC = 'apps/payment-link/test/processor-orders.int-spec.ts';
const DISPUTES_SPEC = 'apps/dispute/test/stripe-disputes.int-spec.ts';
const CURRENCIES_SPEC = 'libs/http/src/client/stripe-currencies.spec.ts';
const CREDENTIALS_SPEC = 'libs/http/src/client/gateway-credentials.spec.ts';

export const STRIPE_FAULTS: Readonly<Record<string, Omit<ConnectorFault, 'name'>>> = {
  'leaves-challenges-to-a-script': {
    fault: 'a confirmation does not say that no script of Stripe answers challenges',
    module: `${CARDS}/stripe-intents.ts`,
    edits: { 'use_stripe_sdk: false,': '' },
    proof: {
      file: CARDS_SPEC,
      suite: 'apps/payment-link/test/card-gateway-checks.fixture.ts',
      title: 'sends the payer to the bank, who may %s',
      row: ['approve'],
      says: 'Received has value: null',
    },
  },
  'new-key-for-each-try': {
    fault: 'each try to make an intent has a key of its own',
    module: `${CARDS}/stripe-cards.ts`,
    edits: {
      'idempotencyKey: key };': 'idempotencyKey: `${key}-${process.hrtime.bigint()}` };',
    },
    proof: {
      file: CARDS_SPEC,
      title: 'prepares one intent however often it is asked, and finds it under its ID',
      says: 'Expected: "pi_',
    },
  },
  'prepares-ahead-under-the-same-key': {
    fault: 'what is prepared while the payer types has the key of a later preparation',
    module: `${CARDS}/stripe-answers.ts`,
    edits: { '`${reference}-ahead`': 'reference' },
    proof: {
      file: 'apps/payment-link/test/stripe-cards.int-spec.ts',
      title:
        'an intent that is prepared ahead has a key of its own: a later one may have other terms',
      says: 'idempotency_error',
    },
  },
  'finds-by-search': {
    fault: 'a payment is found by a search for its reference',
    module: `${CARDS}/stripe-card-gateway.ts`,
    edits: {
      'return this.answer(account, key, await this.retrieved(account, id));': `
        const query = \`metadata['reference']:'\${key.reference}'\`;
        const { data } = await account.ask((stripe, options) =>
          stripe.paymentIntents.search({ query }, options));
        return data[0] ? this.answer(account, key, data[0]) : NOT_SEEN;`,
    },
    proof: {
      file: CARDS_SPEC,
      title: 'prepares one intent however often it is asked, and finds it under its ID',
      says: 'Received: "NOT_SEEN"',
    },
  },
  'ignores-fees': {
    fault: 'what Stripe took for a payment is not read',
    module: `${CARDS}/stripe-balance.ts`,
    edits: { 'fee: fromStripe(line.fee, line.currency).amount,': 'fee: 0,' },
    proof: {
      file: SETTLEMENT_SPEC,
      title: 'has the fee of each payment, and the names of refunds',
      says: '"fee": 655',
    },
  },
  'counts-yen-in-hundredths': {
    fault: 'yen are sent times 100',
    module: `${CLIENT}/stripe-currencies.ts`,
    edits: { 'GNF JPY KMF': 'GNF KMF', 'ISK JMD KES': 'ISK JMD JPY KES' },
    proof: {
      file: CURRENCIES_SPEC,
      title: 'of %s: %d are %d',
      row: ['JPY', 500, 500],
      says: 'Received: 50000',
    },
  },
  'loses-inquiries': {
    fault: 'an inquiry that the bank closed counts as lost',
    module: `${DISPUTES}/stripe-dispute.ts`,
    edits: {
      [`warning_closed: { status: 'WON', event: 'WON' }`]: `warning_closed: { status: 'LOST', event: 'LOST' }`,
    },
    proof: {
      file: DISPUTES_SPEC,
      title: 'hold no money while the bank only asks, and are never lost then',
      says: '"status": "LOST"',
    },
  },
  'holds-money-of-inquiries': {
    fault: 'an inquiry holds the money of its payment',
    module: `${DISPUTES}/stripe-dispute.ts`,
    edits: { 'if (isInquiry(dispute) || isUntouched) return': 'if (isUntouched) return' },
    proof: {
      file: DISPUTES_SPEC,
      title: 'hold no money while the bank only asks, and are never lost then',
      says: '"amount": 12345',
    },
  },
  'submits-twice': {
    fault: 'evidence is submitted again when its answer is asked for again',
    module: `${DISPUTES}/stripe-processor.ts`,
    edits: {
      'if (isSubmitted(known, digest)) return': 'if (known === null) return',
      "if (!isAnswerable(known)) throw new ProcessorRefused('The dispute takes no evidence":
        "if (known === null) throw new ProcessorRefused('The dispute takes no evidence",
      'const idempotencyKey = `${id}-${digest}-${hour}`':
        'const idempotencyKey = `${Math.random()}`',
    },
    proof: {
      file: DISPUTES_SPEC,
      title: 'take evidence once, however often it is sent, and no other',
      says: 'Stripe does not take this answer.',
    },
  },
  'submits-drafts': {
    fault: 'a draft of evidence is submitted, and then submitted again',
    module: `${DISPUTES}/stripe-processor.ts`,
    edits: {
      '{ evidence, metadata, submit: false }': '{ evidence, metadata }',
    },
    proof: {
      file: DISPUTES_SPEC,
      title: 'are submitted once when the answer to %s is lost',
      row: ['the draft'],
      says: 'Received: 1',
    },
  },
  'takes-secrets-of-other-accounts': {
    fault: 'a call-back at an unknown endpoint may be signed for the account of the deployment',
    module: `${CLIENT}/app-credentials.ts`,
    edits: {
      'if (!own) return [];': 'if (!own) return this.deployment.endpoint(connector, null);',
    },
    proof: {
      file: CREDENTIALS_SPEC,
      title: 'have endpoints of their own, whose secrets are for that app only',
      says: '"secret": "whsec_live"',
    },
  },
  'takes-any-signature': {
    fault: 'an event is read whose signature is of another account',
    module: `${CLIENT}/stripe-events.ts`,
    edits: {
      'if (error instanceof errors.StripeSignatureVerificationError) return null;':
        'if (error instanceof errors.StripeSignatureVerificationError) return JSON.parse(String(body));',
    },
    proof: {
      file: DISPUTES_SPEC,
      title: 'are read from signed events, and others are not taken',
      says: REJECTED_NOTHING,
    },
  },
  'declines-after-errors': {
    fault: 'an error of Stripe counts as a decline',
    module: `${CLIENT}/stripe-client.ts`,
    edits: {
      'new Set([400, 402, 404])': 'new Set([400, 402, 404, 500])',
      [`type === 'card_error';`]: `type === 'card_error' || type === 'api_error';`,
    },
    proof: {
      file: CARDS_SPEC,
      title: 'has an unknown outcome, and no decline, after %s',
      row: ['before'],
      says: REJECTED_NOTHING,
    },
  },
  'refunds-without-a-list': {
    fault: 'a refund is made before the list of refunds is read',
    module: `${CARDS}/stripe-books.ts`,
    edits: {
      [`const known = await this.refundOf(account, id, refund);
    if (known) return this.answerOf(known);`]: '',
    },
    proof: {
      file: CARDS_SPEC,
      title: 'does not refund again once the key is forgotten',
      says: 'Received length: 2',
    },
  },
  'takes-test-keys-for-live-apps': {
    fault: 'a key is used whatever its mode is',
    module: `${CLIENT}/stripe-client.ts`,
    edits: {
      [`if (credential.live !== this.live || mode !== (this.live ? 'live' : 'test'))`]: `if (mode === '')`,
    },
    proof: {
      file: CARDS_SPEC,
      title: 'refuses %s',
      row: ['a test key for a live app'],
      says: 'Received length: 2',
    },
  },
  'logs-client-secrets': {
    fault: 'an intent is logged with its client secret',
    module: `${CARDS}/stripe-card-gateway.ts`,
    edits: {
      'const code = declineCodeOf(intent);': `this.client.options.logger.info({ answer: JSON.stringify(intent) }, 'an answer');
        const code = declineCodeOf(intent);`,
    },
    proof: {
      file: CARDS_SPEC,
      title: 'logs no secret, whatever goes wrong',
      says: 'Expected substring: not "_secret_"',
    },
  },
  'takes-answers-of-the-other-mode': {
    fault: 'an answer of the other mode is believed',
    module: `${CLIENT}/stripe-client.ts`,
    edits: { 'modesIn(answer).includes(!client.live)': 'modesIn(answer).includes(null)' },
    proof: {
      file: MODES_SPEC,
      title: 'takes no answer of %s books for a %s app',
      row: ['test', 'LIVE'],
      says: REJECTED_NOTHING,
    },
  },
  'takes-events-of-the-other-mode': {
    fault: 'an event of the other mode is believed',
    module: `${CLIENT}/stripe-events.ts`,
    edits: { 'if (event.livemode !== client.live) {': 'if (event.livemode === null) {' },
    proof: {
      file: MODES_SPEC,
      title: 'takes no event of %s books for a %s app',
      row: ['test', 'LIVE'],
      says: REJECTED_NOTHING,
    },
  },
  'settles-what-was-held': {
    fault: 'a payment of which Stripe captured less is settled as it was held',
    module: `${CARDS}/stripe-balance.ts`,
    edits: {
      'const { amount, currency } = fromStripe(Math.abs(line.amount), line.currency);': `
        const whole = source?.object === 'charge' ? source.amount : Math.abs(line.amount);
        const { amount, currency } = fromStripe(whole, line.currency);`,
    },
    proof: {
      file: DIFFERENCES_SPEC,
      title: 'is a capture of less than was asked for',
      says: '"CHARGE AMOUNT"',
    },
  },
  'takes-ordered-payouts-off': {
    fault: 'an ordered payout that the bank has is taken off the automatic one that lists it',
    module: 'apps/payment-link/src/money/processor-settlements/processor-entry.ts',
    edits: { 'other && !isPaid(other) ? -amount : 0': '-amount' },
    proof: {
      file: PAYOUTS_SPEC,
      title: 'moves nothing by itself, and the next automatic one moves the money of both',
      says: 'settlement HKD 18630',
    },
  },
  'forgets-early-entries': {
    fault: 'an entry that was listed before its payment was executed is never counted',
    module: 'apps/payment-link/src/money/processor-settlements/processor-settlements.service.ts',
    edits: { '...(await this.countExecuted(tx, account)),': '' },
    proof: {
      file: ORDERS_SPEC,
      title: 'of a payment that is not executed yet are used once it is, although listed once',
      says: 'settlement HKD -400',
    },
  },
};
