import type { PaymentStatus } from '@towpath/contracts';

const DAY_SECONDS = 86_400;

/** What becomes of a payment of 45.00 on the mandate. */
export interface ChargeRow {
  readonly answered: 'SUBMITTED' | 'PROCESSING';
  /** Seconds of clock, one advance after the other, and the status after each. */
  readonly steps: readonly (readonly [seconds: number, status: PaymentStatus])[];
  /** Events after `payment.created` and `payment.submitted`. */
  readonly events: readonly string[];
  readonly transfers: readonly string[];
  /** What the bank said of it, in order. */
  readonly bankStatuses: readonly string[];
  /** What the bank has in its books; nothing when it moved no money. */
  readonly books?: { readonly charged: number; readonly refunded: number };
  /** Answer to a charge as large as all of the limit while this one counts, and after its end. */
  readonly meanwhile: string;
  readonly afterwards: string | null;
  readonly shows?: Readonly<Record<string, unknown>>;
  /** Disputes about it, in the words of the interface. */
  readonly chargebacks?: readonly Readonly<Record<string, unknown>>[];
}

/** One row of the documentation of the sandbox. */
export interface DebitRow {
  readonly ending: string;
  /** Seconds of clock until the bank is done with the mandate. */
  readonly seconds: number;
  readonly becomes: 'SUCCEEDED' | 'FAILED' | 'SUBMITTED';
  /** What the payer reads in the end. */
  readonly screen: string;
  /** Events after `mandate.submitted`, to the end of the journey. */
  readonly events: readonly string[];
  /** Status at the bank in the end. */
  readonly atBank: string;
  readonly charge?: ChargeRow;
}

const DONE = 'Direct debit set up';
const PAID = 'PAYMENT 4500 clearing -> settlement';
const FULL = 'TRANSACTION_LIMIT_EXCEEDED';

const executed: ChargeRow = {
  answered: 'SUBMITTED',
  steps: [[1, 'EXECUTED']],
  events: ['payment.executed'],
  transfers: [PAID],
  bankStatuses: ['PENDING', 'EXECUTED'],
  books: { charged: 4_500, refunded: 0 },
  meanwhile: FULL,
  afterwards: FULL,
};

const accepted = {
  seconds: 1,
  becomes: 'SUCCEEDED',
  screen: DONE,
  events: ['mandate.succeeded'],
  atBank: 'ACTV',
} as const;

export const DEBIT_ROWS: readonly DebitRow[] = [
  {
    ending: '0002',
    seconds: 1,
    becomes: 'FAILED',
    screen: 'Your bank refused the direct debit',
    events: ['mandate.failed'],
    atBank: 'RJCT',
  },
  { ...accepted, ending: '0003', seconds: DAY_SECONDS, becomes: 'SUBMITTED', charge: executed },
  {
    ...accepted,
    ending: '0004',
    events: ['mandate.succeeded', 'mandate.revoked'],
    atBank: 'RVKD',
    charge: {
      answered: 'SUBMITTED',
      steps: [
        [30, 'SUBMITTED'],
        [31, 'REVOKED'],
      ],
      events: ['payment.revoked'],
      transfers: [],
      bankStatuses: ['PENDING', 'REVOKED'],
      meanwhile: FULL,
      afterwards: 'INVALID_MANDATE_STATUS',
    },
  },
  {
    ...accepted,
    ending: '0005',
    charge: {
      answered: 'SUBMITTED',
      steps: [[1, 'FAILED']],
      events: ['payment.failed'],
      transfers: [],
      bankStatuses: ['PENDING', 'FAILED'],
      meanwhile: FULL,
      afterwards: null,
      shows: { error: { error_code: 'INSUFFICIENT_FUNDS' } },
    },
  },
  {
    ...accepted,
    ending: '0006',
    charge: {
      ...executed,
      steps: [
        [1, 'EXECUTED'],
        [2 * DAY_SECONDS, 'EXECUTED'],
      ],
      events: ['payment.executed', 'payment.returned'],
      transfers: [PAID, 'RETURN 4500 settlement -> clearing'],
      bankStatuses: ['PENDING', 'EXECUTED', 'RETURNED'],
      books: { charged: 4_500, refunded: 4_500 },
      afterwards: null,
      shows: { amount_returned: 4_500 },
      chargebacks: [
        {
          dispute_status: 'LOST',
          amount: 4_500,
          payment_processor: 'GW3',
          last_event_name: 'CHARGEBACK',
          is_defendable: false,
        },
      ],
    },
  },
  {
    ...accepted,
    ending: '0007',
    seconds: 10,
    charge: {
      ...executed,
      answered: 'PROCESSING',
      steps: [[10, 'EXECUTED']],
      bankStatuses: ['EXECUTED'],
    },
  },
  {
    ...accepted,
    ending: '0008',
    seconds: 60,
    charge: { ...executed, steps: [[60, 'EXECUTED']] },
  },
  { ...accepted, ending: '8833', charge: executed },
];
