import type {
  AttemptError,
  HostedView,
  TransferInstructions,
} from '../../src/pages/pay/api/hosted-view.js';
import type { Entrance } from './fake-api.js';

/** What happens to a submitted card. */
export type SubmitOutcome =
  | 'paid'
  /** Confirmed after a few looks. */
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

export interface Scenario extends Entrance {
  readonly link: Partial<HostedView>;
  /** One per submission; the last one repeats. */
  readonly submits: readonly SubmitOutcome[];
  readonly brokenViews?: number;
  /** After that many good answers every view is refused with 401. */
  readonly sessionEndsAfterViews?: number;
  readonly noMethods?: true;
  /** The card iframe loads but never speaks. */
  readonly silentCardFields?: true;
  readonly slowSubmitMs?: number;
  /** What every method adds to the amount; minor units. */
  readonly surcharge?: number;
  /** What is offered, where that is not one card to be typed. */
  readonly methods?: readonly ('saved' | 'saved_debit' | 'card' | 'wallet' | 'debit')[];
}

const RETURN_URL = 'http://127.0.0.1:8090/orders/1042';

const SETUP = { mode: 'SETUP', amount: null, future_payments: 'CLICK_TO_PAY' } as const;
const NAMED_LONG = {
  display_name: 'The Worshipful Company of Extraordinarily Long Merchant Names and Sons Limited',
  accent: '#ffd400',
  support_url: 'https://merchant.example/help',
};

/** A saved direct debit that is not carried out. */
const debitFails = (error_code: string) =>
  ({ link: {}, submits: [{ error_code }, 'paid'], methods: ['saved_debit', 'card'] }) as const;

/** A bank transfer that was chosen, and has not arrived. */
const AWAITED = {
  recipient_name: 'Harbour Rents Ltd',
  account_number: '01JQ0000000000000000000ACC',
  reference: '9X4K Q2V7 M3TB',
};
const awaiting = (transfer: TransferInstructions) => ({
  attempt: {
    attempt_id: 'attempt-by-transfer',
    payment_method_type: 'MANUAL',
    status: 'CREATED',
    transfer,
  },
});

export const PAY_SCENARIOS = {
  success: { link: {}, submits: ['paid'] },
  live: { link: { live: true }, submits: ['paid'] },
  auto_redirect: { link: { ui_mode: 'auto_redirect' }, submits: ['paid'] },
  standalone: { link: { ui_mode: 'standalone', return_url: null }, submits: ['paid'] },
  declined: {
    link: {},
    submits: [
      {
        error_code: 'PAYMENT_METHOD_DECLINED',
        display_details: 'Your card was declined. Try another card or ask your bank.',
      },
      'paid',
    ],
  },
  insufficient_funds: { link: {}, submits: [{ error_code: 'INSUFFICIENT_FUNDS' }, 'paid'] },
  expired_card: {
    link: {},
    submits: [
      {
        error_code: 'PAYMENT_METHOD_EXPIRED',
        display_details: 'This card has expired. Try another card.',
      },
      'paid',
    ],
  },
  authentication_failed: { link: {}, submits: [{ error_code: 'AUTHENTICATION_FAILED' }, 'paid'] },
  unknown_error: { link: {}, submits: [{ error_code: 'GATEWAY_SAID_SOMETHING_NEW' }, 'paid'] },
  challenge: { link: {}, submits: ['challenge', 'paid'] },
  processing: { link: {}, submits: ['processing'] },
  stuck: { link: {}, submits: ['stuck'] },
  answer_lost: { link: {}, submits: ['answer_lost'] },
  request_lost: { link: {}, submits: ['request_lost', 'paid'] },
  rate_limited: { link: {}, submits: ['rate_limited', 'paid'] },
  used_up_card: { link: {}, submits: ['used_up', 'paid'], methods: ['card', 'wallet'] },
  used_up_debit: { link: {}, submits: ['used_up', 'paid'], methods: ['saved_debit', 'card'] },
  used_up: { link: {}, submits: ['used_up'] },
  declined_at_last: {
    link: {
      session_status: 'FAILED',
      used_up_payment_method_types: ['CARD'],
      attempt: {
        attempt_id: '01K8Z3V5Q4M7N2R6T9W1X0Y8AF',
        payment_method_type: 'CARD',
        status: 'FAILED',
        card: { brand: 'Visa', last4: '0002' },
        error: { error_code: 'PAYMENT_METHOD_DECLINED' },
      },
    },
    submits: ['paid'],
    methods: ['card', 'wallet'],
  },
  link_gone: { link: {}, submits: ['link_gone'] },
  slow: { link: {}, submits: ['paid'], slowSubmitMs: 1_500 },
  expired: { link: { status: 'EXPIRED' }, submits: [] },
  expired_unclear: { link: { status: 'EXPIRED', money_moved: 'UNKNOWN' }, submits: [] },
  failed_late_money: {
    link: {
      session_status: 'FAILED',
      money_moved: 'YES',
      attempt: {
        attempt_id: 'attempt-before',
        payment_method_type: 'CARD',
        status: 'FAILED',
        card: { brand: 'Visa', last4: '4242' },
        error: { error_code: 'PAYMENT_METHOD_DECLINED' },
      },
    },
    submits: [],
  },
  cancelled: { link: { status: 'CANCELLED' }, submits: [] },
  cancelled_late_money: { link: { status: 'CANCELLED', money_moved: 'YES' }, submits: [] },
  paid: {
    link: { status: 'PAID', session_status: 'COMPLETE', money_moved: 'YES' },
    submits: [],
  },
  setup: {
    link: SETUP,
    submits: ['paid'],
  },
  setup_stuck: { link: SETUP, submits: ['stuck'] },
  set_up: {
    link: { ...SETUP, status: 'SETUP_SUCCEEDED', session_status: 'COMPLETE' },
    submits: [],
  },
  setup_autopay: {
    link: { mode: 'SETUP', amount: null, future_payments: 'AUTOPAY', description: null },
    submits: ['paid'],
  },
  pay_and_save: { link: { future_payments: 'AUTOPAY' }, submits: ['paid'] },
  saved_card: { link: {}, submits: ['paid'], methods: ['saved', 'card', 'wallet'] },
  wallet_and_card: { link: {}, submits: ['paid'], methods: ['card', 'wallet'] },
  saved_debit: { link: {}, submits: ['paid'], methods: ['saved_debit', 'card'] },
  debit_ended: { link: {}, submits: ['method_ended', 'paid'], methods: ['saved_debit', 'card'] },
  debit_stuck: { link: {}, submits: ['stuck'], methods: ['saved_debit', 'card'] },
  debit_funds: debitFails('INSUFFICIENT_FUNDS'),
  saved_card_declined: {
    link: {},
    submits: [{ error_code: 'PAYMENT_METHOD_DECLINED' }, 'paid'],
    methods: ['saved', 'card'],
  },
  debit: { link: {}, submits: ['paid'], methods: ['debit', 'card'] },
  new_debit_stuck: { link: {}, submits: ['stuck'], methods: ['debit'] },
  setup_debit: { link: SETUP, submits: ['paid'], methods: ['debit'] },
  setup_choice: { link: SETUP, submits: ['paid'], methods: ['debit', 'card'] },
  setup_debit_stuck: { link: SETUP, submits: ['stuck'], methods: ['debit'] },
  debit_authentication: debitFails('AUTHENTICATION_FAILED'),
  debit_limit: debitFails('TRANSACTION_LIMIT_EXCEEDED'),
  debit_withdrawn: debitFails('INVALID_MANDATE_STATUS'),
  debit_other: debitFails('GATEWAY_SAID_SOMETHING_NEW'),
  transfer: { link: awaiting(AWAITED), submits: [] },
  transfer_returned: {
    link: awaiting({
      ...AWAITED,
      returned: { amount: 1_200, currency: 'HKD', cause: 'TOO_LITTLE' },
    }),
    submits: [],
  },
  surcharge: {
    link: {},
    submits: ['paid'],
    methods: ['saved', 'card', 'wallet'],
    surcharge: 3_151,
  },
  transfer_surcharge: {
    link: { attempt: { ...awaiting(AWAITED).attempt, surcharge_amount: 3_151 } },
    submits: [],
  },
  wallet_only: { link: {}, submits: ['paid'], methods: ['wallet'] },
  autopay: {
    link: { future_payments: 'AUTOPAY', autopay_enrollment: { prefill: 'YES' } },
    submits: ['paid'],
  },
  iframe: { link: { ui_mode: 'iframe' }, submits: ['paid'] },
  iframe_challenge: { link: { ui_mode: 'iframe' }, submits: ['challenge'] },
  iframe_session_ending: { link: { ui_mode: 'iframe' }, submits: ['paid'], sessionSeconds: 100 },
  iframe_declined: {
    link: { ui_mode: 'iframe' },
    submits: [{ error_code: 'PAYMENT_METHOD_DECLINED' }, 'paid'],
  },
  jpy: { link: { amount: 128_000, currency: 'JPY' }, submits: ['paid'] },
  kwd: { link: { amount: 45_250, currency: 'KWD' }, submits: ['paid'] },
  long: {
    link: {
      amount: 1_234_567_890,
      currency: 'VND',
      unique_reference_id: 'a-very-long-reference-without-any-space-'.repeat(3),
      description:
        'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft, yearly fee',
      merchant: NAMED_LONG,
    },
    submits: ['paid'],
  },
  long_declined: {
    link: { merchant: NAMED_LONG },
    submits: [{ error_code: 'PAYMENT_METHOD_DECLINED' }, 'paid'],
  },
  network: { link: {}, submits: ['paid'], brokenViews: 1 },
  broken: { link: {}, submits: [], entry: 'broken' },
  invalid: { link: {}, submits: [], entry: 'invalid' },
  crowded: { link: {}, submits: [], entry: 'rate_limited' },
  loading: { link: {}, submits: [], entry: 'never_answers' },
  session_ended: { link: {}, submits: ['stuck'], sessionEndsAfterViews: 1 },
  no_method: { link: {}, submits: [], noMethods: true },
  session_ending: { link: {}, submits: ['paid'], sessionSeconds: 100 },
  session_ending_lost: { link: {}, submits: ['paid'], sessionSeconds: 100, extension: 'lost' },
  session_ending_for_good: {
    link: {},
    submits: ['paid'],
    sessionSeconds: 100,
    extension: 'refused',
  },
  silent_card_fields: { link: {}, submits: ['paid'], silentCardFields: true },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof PAY_SCENARIOS;

/** The link that every scenario starts from. */
export const ORDINARY_LINK: HostedView = {
  payment_link_id: '01K8Z3V5Q4M7N2R6T9W1X0Y8AB',
  unique_reference_id: 'order-1042',
  mode: 'PAYMENT',
  status: 'CREATED',
  session_status: 'OPEN',
  amount: 124_850,
  currency: 'HKD',
  description: 'Pottery course, eight evenings in March',
  language: 'en',
  ui_mode: 'redirect',
  return_url: RETURN_URL,
  live: false,
  merchant: {
    display_name: 'Harbour Kiln Studio',
    accent: '#0b6b5d',
    support_url: 'https://merchant.example/help',
    terms_url: 'https://merchant.example/terms',
  },
  future_payments: null,
  attempt: null,
  money_moved: 'NO',
};
