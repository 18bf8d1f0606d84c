import { newId, type CustomerAppId, type Id } from '@towpath/kernel';
import {
  BillingUnavailable,
  type ChangedBill,
  type ExternalBillingConnector,
} from '../src/money/bill-sources/ports.js';
import type { SourceBill } from '../src/money/bills/bills.service.js';
import { EXT_METADATA } from './bills.fixture.js';

/** A connector with the billing system behind it. */
export interface ConnectedBilling {
  readonly connector: ExternalBillingConnector;
  /** As the writer of bills there: a new one, or other content of a known one. */
  write(customerAppId: CustomerAppId, bill: SourceBill): Promise<void>;
  /** The same connector, whose billing system is away. */
  readonly away: ExternalBillingConnector;
}

const MORE_THAN_A_PAGE = 101;

/** What every billing system behind the port must do. No change is ever passed over. */
export function describeBillingConnector(name: string, subject: () => ConnectedBilling): void {
  const newApp = () => newId<CustomerAppId>(new Date());
  const billOf = (change: Partial<SourceBill> = {}): SourceBill => ({
    integrationId: subject().connector.integrationId,
    externalBillId: newId<Id<'Bill'>>(new Date()),
    isWithdrawn: false,
    sender: { externalUserId: 'tenant', name: 'Chan Tai Man', email: null },
    referenceId: 'REF-1',
    amount: 12_345,
    currency: 'KWD',
    description: 'Rent, March',
    billDate: new Date('2026-03-01T00:00:00Z'),
    dueDate: new Date('2026-03-15T10:30:00Z'),
    isAutopayEligible: true,
    extMetadata: EXT_METADATA,
    metadata: { unit: '12A' },
    ...change,
  });
  const changed = async (customerAppId: CustomerAppId, after: string | null = null) => {
    const found: ChangedBill[] = [];
    const asked = { customerAppId, after };
    for await (const each of subject().connector.listChanged(asked)) found.push(each);
    return found;
  };
  const idsOf = (found: readonly ChangedBill[]) => found.map(({ bill }) => bill.externalBillId);

  describe(`${name}: a bill`, () => {
    it('is read with all of its content, by its ID and in the list', async () => {
      const [app, bill] = [newApp(), billOf()];
      await subject().write(app, bill);
      const { externalBillId } = bill;
      const key = { customerAppId: app, externalBillId };
      expect(await subject().connector.find(key)).toEqual(bill);
      expect((await changed(app)).map((each) => each.bill)).toEqual([bill]);
    });

    it('may have no dates, no text and no data of its own', async () => {
      const nothing = { description: null, extMetadata: null, metadata: null };
      const bill = billOf({ ...nothing, billDate: null, dueDate: null, isAutopayEligible: false });
      const app = newApp();
      await subject().write(app, bill);
      expect((await changed(app)).map((each) => each.bill)).toEqual([bill]);
    });

    it('that is unknown or belongs to another app is not found', async () => {
      const [app, bill] = [newApp(), billOf()];
      await subject().write(app, bill);
      const { externalBillId } = bill;
      const find = (key: { customerAppId: CustomerAppId; externalBillId: string }) =>
        subject().connector.find(key);
      expect(await find({ customerAppId: newApp(), externalBillId })).toBeNull();
      expect(await find({ customerAppId: app, externalBillId: 'x' })).toBeNull();
      expect(await changed(newApp())).toEqual([]);
    });

    it('is not read while the billing system is not available', async () => {
      const { away } = subject();
      const [customerAppId, externalBillId] = [newApp(), 'x'];
      await expect(away.find({ customerAppId, externalBillId })).rejects.toThrow(
        BillingUnavailable,
      );
      const listed = away.listChanged({ customerAppId, after: null });
      await expect(listed[Symbol.asyncIterator]().next()).rejects.toThrow(BillingUnavailable);
    });
  });

  describe(`${name}: the list of changes`, () => {
    it('continues after each cursor, with the changed and withdrawn bills since', async () => {
      const app = newApp();
      const [first, second] = [billOf(), billOf()];
      await subject().write(app, first);
      await subject().write(app, second);
      const both = await changed(app);
      expect(idsOf(both)).toEqual([first.externalBillId, second.externalBillId]);
      expect(idsOf(await changed(app, both[0]?.cursor))).toEqual([second.externalBillId]);
      const last = both[1]?.cursor ?? null;
      expect(await changed(app, last)).toEqual([]);
      await subject().write(app, { ...first, isWithdrawn: true });
      await subject().write(app, { ...second, amount: 1 });
      const since = await changed(app, last);
      expect(since.map(({ bill }) => [bill.isWithdrawn, bill.amount])).toEqual([
        [true, 12_345],
        [false, 1],
      ]);
    });

    it('takes several pages, and skips nothing that is written in between', async () => {
      const app = newApp();
      const bills = Array.from({ length: MORE_THAN_A_PAGE }, () => billOf());
      await Promise.all(bills.map((bill) => subject().write(app, bill)));
      const late = billOf();
      const found: ChangedBill[] = [];
      for await (const each of subject().connector.listChanged({
        customerAppId: app,
        after: null,
      })) {
        if (found.length === 0) await subject().write(app, late);
        found.push(each);
      }
      const rest = await changed(app, found.at(-1)?.cursor);
      const expected = [...bills, late].map(({ externalBillId }) => externalBillId);
      expect([...idsOf(found), ...idsOf(rest)].toSorted()).toEqual(expected.toSorted());
    });
  });
}
