import type { Attempt, AttemptError, HostedView } from '../../src/pages/pay/api/hosted-view.js';
import { aView } from '../../src/pages/pay/flow/fakes.js';
import { COMMON_SCENARIOS, type ScenarioOf } from './fake-record.js';
import { LONG_NAMED, MERCHANT, RETURN_URL } from './merchant.js';
import { Refusal } from './reply.js';

/** What happens to a submitted card. */
export type SubmitOutcome =
  | 'paid'
  /** Confirmed after a few polls. */
  | 'processing'
  /** Never confirmed. */
  | 'stuck'
  /** The issuer's page decides. */
  | 'challenge'
  /** Taken, but the connection breaks before the answer. */
  | 'answer_lost'
  /** The connection breaks before anything is taken. */
  | 'request_lost'
  | 'rate_limited'
  /** The link takes no more of that method, for good. */
  | 'used_up'
  /** Somebody else paid the link a moment earlier. */
  | 'link_gone'
  /** The saved method ended a moment earlier. */
  | 'method_ended'
  | AttemptError;

/** What comes from a processor: all, no token, no script, or no fields yet. */
export type ProcessorAnswers = 'all' | 'no_token' | 'script_blocked' | 'loading';

export interface Scenario extends ScenarioOf<HostedView> {
  /** One per submission; the last one repeats; `paid` when absent. */
  readonly submits?: readonly SubmitOutcome[];
  readonly noMethods?: true;
  /** The card iframe loads but never speaks. */
  readonly silentCardFields?: true;
  /** The card is typed into the fields of a processor, on our origin for them. */
  readonly processorFields?: ProcessorAnswers;
  /** What every method adds to the amount; minor units. */
  readonly surcharge?: number;
  /** The same from the second choice of a method on. */
  readonly laterSurcharge?: number;
  /** What is offered, where that is not one card to be typed. */
  readonly methods?: readonly ('saved' | 'saved_debit' | 'card' | 'wallet' | 'debit')[];
}

const SETUP = { mode: 'SETUP', amount: undefined, future_payments: 'CLICK_TO_PAY' } as const;

/** A saved direct debit that is not carried out. */
const debitFails = (error_code: string) =>
  ({ submits: [{ error_code }, 'paid'], methods: ['saved_debit', 'card'] }) as const;

/** A bank transfer that was chosen, and has not arrived. */
const AWAITED = {
  recipient_name: 'Harbour Rents Ltd',
  account_number: '01JQ0000000000000000000ACC',
  reference: '9X4K Q2V7 M3TB',
};
const byTransfer = (more: Partial<Attempt>): Pick<HostedView, 'attempt'> => ({
  attempt: {
    attempt_id: 'attempt-by-transfer',
    payment_method_type: 'MANUAL',
    status: 'CREATED',
    transfer: AWAITED,
    ...more,
  },
});
const DECLINED: Attempt = {
  attempt_id: 'attempt-before',
  payment_method_type: 'CARD',
  status: 'FAILED',
  card: { brand: 'Visa', last4: '0002' },
  error: { error_code: 'PAYMENT_METHOD_DECLINED' },
};

export const PAY_SCENARIOS = {
  ...COMMON_SCENARIOS,
  standalone: { view: { ui_mode: 'standalone', return_url: undefined } },
  declined: { submits: [{ error_code: 'PAYMENT_METHOD_DECLINED' }, 'paid'] },
  insufficient_funds: { submits: [{ error_code: 'INSUFFICIENT_FUNDS' }, 'paid'] },
  expired_card: { submits: [{ error_code: 'PAYMENT_METHOD_EXPIRED' }, 'paid'] },
  authentication_failed: { submits: [{ error_code: 'AUTHENTICATION_FAILED' }, 'paid'] },
  unknown_error: { submits: [{ error_code: 'GATEWAY_SAID_SOMETHING_NEW' }, 'paid'] },
  challenge: { submits: ['challenge', 'paid'] },
  processing: { submits: ['processing'] },
  stuck: { submits: ['stuck'] },
  answer_lost: { submits: ['answer_lost'] },
  request_lost: { submits: ['request_lost', 'paid'] },
  rate_limited: { submits: ['rate_limited', 'paid'] },
  used_up_card: { submits: ['used_up', 'paid'], methods: ['card', 'wallet'] },
  used_up_debit: { submits: ['used_up', 'paid'], methods: ['saved_debit', 'card'] },
  used_up: { submits: ['used_up'] },
  declined_at_last: {
    view: {
      session_status: 'FAILED',
      used_up_payment_method_types: ['CARD'],
      attempt: DECLINED,
    },
    methods: ['card', 'wallet'],
  },
  link_gone: { submits: ['link_gone'] },
  slow: { firstSubmission: 'slow' },
  expired: { view: { status: 'EXPIRED' } },
  expired_unclear: { view: { status: 'EXPIRED', money_moved: 'UNKNOWN' } },
  failed_late_money: {
    view: {
      session_status: 'FAILED',
      money_moved: 'YES',
      attempt: DECLINED,
    },
  },
  cancelled: { view: { status: 'CANCELLED' } },
  cancelled_late_money: { view: { status: 'CANCELLED', money_moved: 'YES' } },
  paid: { view: { status: 'PAID', session_status: 'COMPLETE', money_moved: 'YES' } },
  setup: { view: SETUP },
  setup_stuck: { view: SETUP, submits: ['stuck'] },
  set_up: { view: { ...SETUP, status: 'SETUP_SUCCEEDED', session_status: 'COMPLETE' } },
  setup_autopay: { view: { ...SETUP, future_payments: 'AUTOPAY', description: undefined } },
  pay_and_save: { view: { future_payments: 'AUTOPAY' } },
  saved_card: { methods: ['saved', 'card', 'wallet'] },
  wallet_and_card: { methods: ['card', 'wallet'] },
  saved_debit: { methods: ['saved_debit', 'card'] },
  debit_ended: { submits: ['method_ended', 'paid'], methods: ['saved_debit', 'card'] },
  debit_stuck: { submits: ['stuck'], methods: ['saved_debit', 'card'] },
  debit_funds: debitFails('INSUFFICIENT_FUNDS'),
  saved_card_declined: {
    submits: [{ error_code: 'PAYMENT_METHOD_DECLINED' }, 'paid'],
    methods: ['saved', 'card'],
  },
  debit: { methods: ['debit', 'card'] },
  new_debit_stuck: { submits: ['stuck'], methods: ['debit'] },
  setup_debit: { view: SETUP, methods: ['debit'] },
  setup_choice: { view: SETUP, methods: ['debit', 'card'] },
  setup_debit_stuck: { view: SETUP, submits: ['stuck'], methods: ['debit'] },
  debit_authentication: debitFails('AUTHENTICATION_FAILED'),
  debit_limit: debitFails('TRANSACTION_LIMIT_EXCEEDED'),
  debit_withdrawn: debitFails('INVALID_MANDATE_STATUS'),
  debit_other: debitFails('GATEWAY_SAID_SOMETHING_NEW'),
  transfer: { view: byTransfer({}) },
  transfer_returned: {
    view: byTransfer({
      transfer: { ...AWAITED, returned: { amount: 1_200, currency: 'HKD', cause: 'TOO_LITTLE' } },
    }),
  },
  surcharge: { methods: ['saved', 'card', 'wallet'], surcharge: 3_151 },
  transfer_surcharge: { view: byTransfer({ surcharge_amount: 3_151 }) },
  wallet_only: { methods: ['wallet'] },
  autopay: { view: { future_payments: 'AUTOPAY', autopay_enrollment: { prefill: 'YES' } } },
  iframe: { view: { ui_mode: 'iframe' } },
  iframe_challenge: { view: { ui_mode: 'iframe' }, submits: ['challenge'] },
  iframe_session_ending: { view: { ui_mode: 'iframe' }, sessionSeconds: 100 },
  iframe_declined: {
    view: { ui_mode: 'iframe' },
    submits: [{ error_code: 'PAYMENT_METHOD_DECLINED' }, 'paid'],
  },
  jpy: { view: { amount: 128_000, currency: 'JPY' } },
  kwd: { view: { amount: 45_250, currency: 'KWD' } },
  long: {
    view: {
      amount: 1_234_567_890,
      currency: 'VND',
      unique_reference_id: 'a-very-long-reference-without-any-space-'.repeat(3),
      description:
        'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft, yearly fee',
      merchant: LONG_NAMED,
    },
  },
  long_declined: {
    view: { merchant: LONG_NAMED },
    submits: [{ error_code: 'PAYMENT_METHOD_DECLINED' }, 'paid'],
  },
  network: { brokenViews: 1 },
  session_ended: { submits: ['stuck'], sessionEndsAfterViews: 1 },
  no_method: { noMethods: true },
  session_ending_lost: { sessionSeconds: 100, extension: 'lost' },
  session_ending_for_good: { sessionSeconds: 100, extension: 'refused' },
  silent_card_fields: { silentCardFields: true },
  processor_fields: { processorFields: 'all' },
  processor_fields_saved: { processorFields: 'all', view: { future_payments: 'AUTOPAY' } },
  processor_fields_setup: { processorFields: 'all', view: SETUP },
  processor_fields_declined: {
    processorFields: 'all',
    submits: [{ error_code: 'PAYMENT_METHOD_DECLINED' }, 'paid'],
  },
  processor_fields_loading: { processorFields: 'loading' },
  processor_fields_blocked: { processorFields: 'script_blocked' },
  processor_fields_unanswered: { processorFields: 'no_token' },
  processor_fields_iframe: { view: { ui_mode: 'iframe' }, processorFields: 'all' },
  processor_fields_ended: {
    processorFields: 'all',
    firstSubmission: new Refusal(401, 'TOKEN_EXPIRED'),
  },
  processor_fields_surcharge: {
    processorFields: 'all',
    surcharge: 3_151,
    laterSurcharge: 4_200,
    submits: ['method_ended', 'paid'],
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof PAY_SCENARIOS;

/** The link that every scenario starts from. */
export const ORDINARY_LINK = aView({
  unique_reference_id: 'order-1042',
  amount: 124_850,
  description: 'Pottery course, eight evenings in March',
  return_url: RETURN_URL,
  merchant: MERCHANT,
});
