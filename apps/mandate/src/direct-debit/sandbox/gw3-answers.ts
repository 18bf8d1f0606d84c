import type { ErrorCode } from '@towpath/kernel';
import type {
  BankFailure,
  BankMandateAnswer,
  BankMandateTruth,
  DirectDebitAnswer,
  DirectDebitTruth,
  SettledDebit,
} from '../ports.js';

const MANDATE_TRUTHS: Readonly<Record<string, BankMandateTruth>> = {
  PDNG: 'PENDING',
  ACTV: 'ACTIVE',
  RJCT: 'REJECTED',
  RVKD: 'REVOKED',
  CANC: 'CANCELLED',
};
const CHARGE_TRUTHS: Readonly<Record<string, DirectDebitTruth>> = {
  PDNG: 'PENDING',
  ACSC: 'EXECUTED',
  RJCT: 'FAILED',
  RVKD: 'REVOKED',
  RTRN: 'RETURNED',
};
/** Reason codes of ISO 20022. */
const FAILURES: Readonly<Record<string, ErrorCode>> = {
  AM02: 'TRANSACTION_LIMIT_EXCEEDED',
  AM03: 'CURRENCY_MISMATCH',
  AM04: 'INSUFFICIENT_FUNDS',
  MD01: 'INVALID_MANDATE_STATUS',
  MD20: 'MANDATE_NOT_IN_VALIDITY_PERIOD',
};
const INTEGRATION_ID = 'GW3';

interface Reason {
  readonly code: string;
  readonly text: string;
}

/** Members beside the status are missing where an answer only repeats the first one. */
export interface Gw3Mandate {
  readonly mandate_reference: string;
  readonly status: string;
  readonly reason?: Reason | null;
  readonly dda_reference?: string | null;
  readonly bank_reference?: string | null;
  readonly scheme?: string;
  readonly next_possible_charge_date?: string | null;
  readonly verified_at?: string | null;
}

export interface Gw3Collection {
  readonly collection_reference: string;
  readonly status: string;
  readonly reason?: Reason | null;
  readonly transaction_reference?: string | null;
}

export interface Gw3Statement {
  readonly lines: readonly {
    readonly entry: string;
    readonly booking: 'CRDT' | 'DBIT';
    readonly collection_reference: string;
    readonly payment_id: string | null;
    readonly booked: { readonly minor: number; readonly currency: string };
    readonly booked_at: string;
  }[];
  readonly more: boolean;
}

export function mandateAnswer(body: Gw3Mandate): BankMandateAnswer {
  const truth = truthIn(MANDATE_TRUTHS, body.status);
  return {
    truth,
    action: null,
    failure: failureOf(body.reason),
    ddaReference: body.dda_reference ?? null,
    bankReference: body.bank_reference ?? null,
    integrationMetadata: truth === 'ACTIVE' ? metadataOf(body) : null,
  };
}

export function chargeAnswer(body: Gw3Collection): DirectDebitAnswer {
  const { reason, status, transaction_reference: reference = null } = body;
  const result = reason
    ? { status, decline_code: reason.code, decline_reason: reason.text, result_code: reason.code }
    : { status };
  return {
    truth: truthIn(CHARGE_TRUTHS, status),
    failure: failureOf(reason),
    bankTransactionReference: reference,
    processorDetails: {
      processor_id: INTEGRATION_ID,
      ...(reference === null ? {} : { processor_reference: reference }),
      result,
    },
  };
}

export const MANDATE_NOT_SEEN: BankMandateAnswer = {
  truth: 'NOT_SEEN',
  action: null,
  failure: null,
  ddaReference: null,
  bankReference: null,
  integrationMetadata: null,
};

export const CHARGE_NOT_SEEN: DirectDebitAnswer = {
  truth: 'NOT_SEEN',
  failure: null,
  bankTransactionReference: null,
  processorDetails: null,
};

/** The bank refused the request itself, and has nothing under its reference. */
export function refusal(body: unknown): BankFailure {
  const message = (body as { error?: { message?: unknown } } | null)?.error?.message;
  const explanation = typeof message === 'string' ? message : 'The bank refused the request.';
  return { code: 'PAYMENT_METHOD_DECLINED', explanation };
}

export function settledDebits({ lines }: Gw3Statement): SettledDebit[] {
  return lines.map((line) => ({
    entryId: line.entry,
    reference: line.collection_reference,
    paymentId: line.payment_id,
    kind: line.booking === 'CRDT' ? 'CHARGE' : 'RETURN',
    amount: line.booked.minor,
    currency: line.booked.currency,
    settledAt: new Date(line.booked_at),
  }));
}

/** Throws for a status that nobody told us about: it must not be taken for any outcome. */
function truthIn<Truth>(truths: Readonly<Record<string, Truth>>, status: string): Truth {
  const truth = truths[status];
  if (truth) return truth;
  throw new Error(`the direct debit bank sent status ${status}`);
}

function failureOf(reason: Reason | null | undefined): BankFailure | null {
  if (!reason) return null;
  return { code: FAILURES[reason.code] ?? 'PAYMENT_METHOD_DECLINED', explanation: reason.text };
}

function metadataOf(body: Gw3Mandate): object {
  return {
    integration_id: INTEGRATION_ID,
    gw3_metadata: {
      mandate_id: body.bank_reference,
      reference: body.mandate_reference,
      status: 'active',
      scheme: body.scheme,
      next_possible_charge_date: body.next_possible_charge_date ?? null,
      payments_require_approval: false,
      funds_settlement: 'managed',
      verified_at: body.verified_at ?? null,
    },
  };
}
