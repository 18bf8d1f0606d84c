import type { ConnectorCall, ConnectorClient } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import type { SourceBill } from '../../../bills/bills.service.js';
import {
  BillingUnavailable,
  ExternalBillingConnector,
  type BillingKey,
  type ChangedBill,
  type TestBillingSystem,
} from '../ports.js';
import { billOf, wireOf, type WireItem } from './ext-bills.js';

const OK = 200;
const NOT_FOUND = 404;

/** The simulated billing system `EXT`. */
export class ExtBilling extends ExternalBillingConnector implements TestBillingSystem {
  override readonly appType = 'TEST';
  override readonly integrationId = 'EXT';

  constructor(private readonly http: ConnectorClient) {
    super();
  }

  async put(customerAppId: CustomerAppId, bill: SourceBill): Promise<void> {
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

interface WirePage {
  readonly bills: readonly WireItem[];
  readonly more: boolean;
}
