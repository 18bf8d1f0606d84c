import type { SourceBill } from '../../../bills/bills.service.js';

/** The wire format of the billing system. */
export interface WireItem {
  readonly bill_number: string;
  readonly revision: number;
  readonly bill: WireBill;
}

interface WireBill {
  readonly tenant: { readonly code: string; readonly name: string };
  readonly reference: string;
  readonly due: { readonly minor: number; readonly currency: string };
  readonly text: string | null;
  readonly issued_at: string | null;
  readonly due_at: string | null;
  readonly direct_payment: boolean;
  readonly voided: boolean;
  readonly property: object | null;
  readonly notes: Readonly<Record<string, string>> | null;
}

export function billOf({ bill_number: externalBillId, bill }: WireItem): SourceBill {
  const { tenant, due } = bill;
  return {
    integrationId: 'EXT',
    externalBillId,
    isWithdrawn: bill.voided,
    sender: { externalUserId: tenant.code, name: tenant.name, email: null },
    referenceId: bill.reference,
    amount: due.minor,
    currency: due.currency,
    description: bill.text,
    billDate: instantOf(bill.issued_at),
    dueDate: instantOf(bill.due_at),
    isAutopayEligible: bill.direct_payment,
    extMetadata: bill.property,
    metadata: bill.notes,
  };
}

export function wireOf(bill: SourceBill): WireBill {
  return {
    tenant: { code: bill.sender.externalUserId, name: bill.sender.name ?? '' },
    reference: bill.referenceId,
    due: { minor: bill.amount, currency: bill.currency },
    text: bill.description,
    issued_at: bill.billDate?.toISOString() ?? null,
    due_at: bill.dueDate?.toISOString() ?? null,
    direct_payment: bill.isAutopayEligible,
    voided: bill.isWithdrawn,
    property: bill.extMetadata,
    notes: bill.metadata,
  };
}

function instantOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
