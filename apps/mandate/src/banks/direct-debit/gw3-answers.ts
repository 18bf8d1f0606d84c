import type { ChargeBankStatus, MandateBankStatus } from '@towpath/kernel';
import type {
  BankFailure,
  BankMandateAnswer,
  BankReason,
  DirectDebitAnswer,
  SettledDebit,
} from './ports.js';

/** Explanations of the reason codes of ISO 20022; a bank's own sentence is never shown. */
const FAILURES: Readonly<Record<string, BankFailure>> = {
  AC01: declined('The bank does not know the account.'),
  AC04: declined('The account is closed.'),
  AC06: declined('The account is blocked.'),
  AG01: declined('The bank allows no direct debits from this account.'),
  AM02: {
    code: 'TRANSACTION_LIMIT_EXCEEDED',
    explanation: 'The amount is above what the bank may collect.',
  },
  AM03: {
    code: 'CURRENCY_MISMATCH',
    explanation: 'The bank collects in the currency of the mandate only.',
  },
  AM04: { code: 'INSUFFICIENT_FUNDS', explanation: 'The account does not have the money.' },
  MD01: { code: 'INVALID_MANDATE_STATUS', explanation: 'The mandate does not hold at the bank.' },
  MD06: declined('The payer had the bank return the money.'),
  MD16: declined('The payer withdrew the mandate at the bank.'),
  MD17: declined('The mandate was ended at the bank for the merchant.'),
  MS02: declined('The merchant sent the money back.'),
  MD20: {
    code: 'MANDATE_NOT_IN_VALIDITY_PERIOD',
    explanation: 'The mandate does not cover this day at the bank.',
  },
};

const MANDATE_STATUSES: Readonly<Record<string, MandateBankStatus>> = {
  PDNG: 'PENDING',
  ACTV: 'ACTIVE',
  RJCT: 'REJECTED',
  RVKD: 'REVOKED',
  CANC: 'CANCELLED',
};
const CHARGE_STATUSES: Readonly<Record<string, ChargeBankStatus>> = {
  PDNG: 'PENDING',
  ACSC: 'EXECUTED',
  RJCT: 'FAILED',
  RVKD: 'REVOKED',
  RTRN: 'RETURNED',
  RTCN: 'REINSTATED',
};
const INTEGRATION_ID = 'GW3';
const REFUSED = 'The bank refused the request.';

interface Refusal {
  readonly code: unknown;
  readonly message: unknown;
}

/** Members other than the status are missing where an answer only repeats the first one. */
export interface Gw3Mandate {
  readonly mandate_reference: string;
  readonly status: string;
  readonly reason?: BankReason | null;
  readonly dda_reference?: string | null;
  readonly bank_reference?: string | null;
  readonly scheme?: string;
  readonly next_possible_charge_date?: string | null;
  readonly verified_at?: string | null;
  readonly last_action?: string;
}

export interface Gw3Collection {
  readonly collection_reference: string;
  readonly status: string;
  readonly reason?: BankReason | null;
  readonly transaction_reference?: string | null;
}

export interface Gw3Statement {
  readonly lines: readonly {
    readonly entry: string;
    readonly booking: 'CRDT' | 'DBIT';
    /** Of a return. */
    readonly reversal?: boolean;
    readonly collection_reference: string;
    readonly payment_id: string | null;
    readonly booked: { readonly minor: number; readonly currency: string };
    readonly booked_at: string;
  }[];
  readonly more: boolean;
}

export function mandateAnswer(body: Gw3Mandate): BankMandateAnswer {
  const bankStatus = bankStatusIn(MANDATE_STATUSES, body.status);
  return {
    bankStatus,
    action: null,
    failure: failureOf(body.reason),
    reason: body.reason ?? null,
    ddaReference: body.dda_reference ?? null,
    bankReference: body.bank_reference ?? null,
    integrationMetadata: body.bank_reference ? metadataOf(body, bankStatus) : null,
  };
}

export function chargeAnswer(body: Gw3Collection): DirectDebitAnswer {
  const { reason, status, transaction_reference: reference = null } = body;
  const failure = failureOf(reason);
  const declined = reason && {
    decline_code: reason.code,
    decline_reason: failure?.explanation,
    result_code: reason.code,
  };
  return {
    bankStatus: bankStatusIn(CHARGE_STATUSES, status),
    failure,
    reason: reason ?? null,
    bankTransactionReference: reference,
    processorDetails: {
      processor_id: INTEGRATION_ID,
      ...(reference === null ? {} : { processor_reference: reference }),
      result: { status, ...declined },
    },
  };
}

/** The bank refused the request itself, and has nothing under its reference. */
export function refusal(body: unknown): { failure: BankFailure; reason: BankReason | null } {
  const { code, message } = (body as { error?: Partial<Refusal> | null } | null)?.error ?? {};
  const failure = { code: 'PAYMENT_METHOD_DECLINED', explanation: REFUSED } as const;
  if (typeof code !== 'string' || typeof message !== 'string') return { failure, reason: null };
  return { failure, reason: { code, text: message } };
}

export function settledDebits({ lines }: Gw3Statement): SettledDebit[] {
  return lines.map((line) => ({
    entryId: line.entry,
    reference: line.collection_reference,
    paymentId: line.payment_id,
    kind: line.booking === 'DBIT' ? 'RETURN' : line.reversal ? 'RETURN_REVERSED' : 'CHARGE',
    amount: line.booked.minor,
    currency: line.booked.currency,
    settledAt: new Date(line.booked_at),
  }));
}

/** Throws for an unknown status, which must never count as an outcome. */
function bankStatusIn<Status>(
  bankStatuses: Readonly<Record<string, Status>>,
  status: string,
): Status {
  const bankStatus = bankStatuses[status];
  if (bankStatus) return bankStatus;
  throw new Error(`the direct debit bank sent status ${status}`);
}

function metadataOf(body: Gw3Mandate, bankStatus: MandateBankStatus): object {
  return {
    integration_id: INTEGRATION_ID,
    gw3_metadata: {
      mandate_id: body.bank_reference,
      reference: body.mandate_reference,
      status: bankStatus.toLowerCase(),
      ...(body.last_action === undefined ? {} : { last_action: body.last_action }),
      scheme: body.scheme,
      next_possible_charge_date: body.next_possible_charge_date ?? null,
      payments_require_approval: false,
      funds_settlement: 'managed',
      verified_at: body.verified_at ?? null,
    },
  };
}

/** Null without a reason; an unknown code says only that the bank refused. */
function failureOf(reason: BankReason | null | undefined): BankFailure | null {
  if (!reason) return null;
  return FAILURES[reason.code] ?? declined('The bank refused for a reason of its own.');
}

function declined(explanation: string): BankFailure {
  return { code: 'PAYMENT_METHOD_DECLINED', explanation };
}
