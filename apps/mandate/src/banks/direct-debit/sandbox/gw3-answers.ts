import type { ChargeBankStatus, MandateBankStatus } from '@towpath/kernel';
import type {
  BankFailure,
  BankMandateAnswer,
  BankReason,
  DirectDebitAnswer,
  SettledDebit,
} from '../ports.js';
import { failureOf } from './bank-reasons.js';

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
};
const INTEGRATION_ID = 'GW3';
const REFUSED = 'The bank refused the request.';

interface Refusal {
  readonly code: unknown;
  readonly message: unknown;
}

/** Members beside the status are missing where an answer only repeats the first one. */
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
    kind: line.booking === 'CRDT' ? 'CHARGE' : 'RETURN',
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
