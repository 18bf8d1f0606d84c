import { SANDBOX, type ConnectorCall, type ConnectorClient } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import type { SourceBill } from '../../bills/bills.service.js';
import {
  BillingUnavailable,
  ExternalBillingConnector,
  type BillingKey,
  type ChangedBill,
} from '../ports.js';

const OK = 200;
const NOT_FOUND = 404;

/** The simulated billing system `EXT`. */
export class ExtBilling extends ExternalBillingConnector {
  override readonly appType = 'TEST';
  override readonly integrationId = 'EXT';
  override readonly connector = SANDBOX;

  constructor(private readonly http: ConnectorClient) {
    super();
  }

  override async put(customerAppId: CustomerAppId, bill: SourceBill): Promise<void> {
    const { externalBillId: bill_number } = bill;
    const body = { customer_app_id: customerAppId, bill_number, bill: wireOf(bill) };
    await this.ask({ method: 'POST', path: '/ext/bills', body });
  }

  override async find({ customerAppId, externalBillId }: BillingKey): Promise<SourceBill | null> {
    const query = new URLSearchParams({
      customer_app_id: customerAppId,
      bill_number: externalBillId,
    });
    const found = await this.ask({ method: 'GET', path: `/ext/bill?${query.toString()}` });
    return found === null ? null : billOf(found as WireItem);
  }

  override async *listChanged({
    customerAppId,
    after,
  }: {
    readonly customerAppId: CustomerAppId;
    readonly after: string | null;
  }): AsyncGenerator<ChangedBill> {
    for (let cursor = after ?? '0'; ;) {
      const query = new URLSearchParams({ customer_app_id: customerAppId, after_revision: cursor });
      const path = `/ext/bills?${query.toString()}`;
      const page = (await this.ask({ method: 'GET', path })) as WirePage;
      for (const item of page.bills) {
        cursor = String(item.revision);
        yield { cursor, bill: billOf(item) };
      }
      if (!page.more) return;
    }
  }

  /** Body of the answer; null for 404. Throws `BillingUnavailable` for every other failure. */
  private async ask(call: ConnectorCall): Promise<unknown> {
    const { status, body } = await this.http.send(call);
    if (status === NOT_FOUND) return null;
    if (status === OK) return body;
    throw new BillingUnavailable('EXT', { reason: `HTTP ${status}` });
  }
}

/** The wire format of the billing system. */
interface WirePage {
  readonly bills: readonly WireItem[];
  readonly more: boolean;
}

interface WireItem {
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

function billOf({ bill_number: externalBillId, bill }: WireItem): SourceBill {
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

function wireOf(bill: SourceBill): WireBill {
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
