import { bigint, defineTable, json, text, time, type RowOf } from '@towpath/persistence';

/** The content of a bill, in the words of the billing system. */
export interface BilledContent {
  readonly tenant: { readonly code: string; readonly name: string };
  readonly reference: string;
  /** Minor units. */
  readonly due: { readonly minor: number; readonly currency: string };
  readonly text: string | null;
  readonly issued_at: string | null;
  readonly due_at: string | null;
  readonly direct_payment: boolean;
  readonly voided: boolean;
  readonly property: Readonly<Record<string, unknown>> | null;
  readonly notes: Readonly<Record<string, string>> | null;
}

/** Each bill of a customer app at its latest revision. */
export const externalBills = defineTable(
  'external_bills',
  {
    customerAppId: text(),
    billNumber: text(),
    /** Counts the changes to the bills of one customer app: later is higher. */
    revision: bigint(),
    bill: json<BilledContent>(),
    changedAt: time(),
  },
  {
    key: ['customerAppId', 'billNumber'],
    indexes: {
      external_bills_revision: { columns: ['customerAppId', 'revision'], unique: true },
    },
  },
);

export type ExternalBill = RowOf<typeof externalBills>;
