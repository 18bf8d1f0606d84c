import { bigint, defineTable, identity, json, text, time, type RowOf } from '@towpath/persistence';
import type { BankReason, DebitOutcomeName } from './debit-outcomes.js';
import type { CollectionState, DebitMandateState } from './debit.transitions.js';

/** Account numbers have no column: `outcome`, `last4` and a keyed hash are kept of them. */
export const debitMandates = defineTable(
  'debit_mandates',
  {
    /** Chosen by the merchant; the same request may be sent again under it. */
    reference: text(),
    customerAppId: text().fixed(),
    creditorAccount: text().fixed(),
    debtorName: text().fixed(),
    currency: text().fixed(),
    /** `YYYY-MM-DD`, UTC, both inclusive. */
    firstDay: text().fixed(),
    lastDay: text().orNull().fixed(),
    /** Of one collection, minor units; null for no limit. */
    maxAmount: bigint().orNull().fixed(),
    callbackUrl: text().fixed(),
    requestHash: text().fixed(),
    outcome: text<DebitOutcomeName>().fixed(),
    last4: text().fixed(),
    fingerprint: text().fixed(),
    state: text<DebitMandateState>(),
    reason: json<BankReason>().orNull(),
    ddaReference: text().fixed(),
    bankReference: text().orNull(),
    /** When something happens by itself, on the clock of the app. */
    dueAt: time().orNull(),
    createdAt: time().fixed(),
    activatedAt: time().orNull(),
    endedAt: time().orNull(),
    updatedAt: time(),
  },
  { key: ['reference'] },
);

export type DebitMandateRecord = RowOf<typeof debitMandates>;

export const debitCollections = defineTable(
  'debit_collections',
  {
    /** Chosen by the merchant; the same request may be sent again under it. */
    reference: text(),
    mandateReference: text().fixed(),
    customerAppId: text().fixed(),
    paymentId: text().orNull().fixed(),
    /** Minor units. */
    amount: bigint().fixed(),
    currency: text().fixed(),
    callbackUrl: text().fixed(),
    requestHash: text().fixed(),
    outcome: text<DebitOutcomeName>().fixed(),
    creditorAccount: text().fixed(),
    state: text<CollectionState>(),
    /** The state of the first answer, which a repeated request returns. */
    answeredState: text<CollectionState>().fixed(),
    reason: json<BankReason>().orNull(),
    transactionReference: text().orNull(),
    dueAt: time().orNull(),
    createdAt: time().fixed(),
    paidAt: time().orNull(),
    returnedAt: time().orNull(),
    updatedAt: time(),
  },
  {
    key: ['reference'],
    indexes: { debit_collections_mandate: ['mandateReference'] },
    foreignKeys: {
      debit_collections_mandate_fkey: {
        columns: ['mandateReference'],
        to: 'debit_mandates',
        toColumns: ['reference'],
      },
    },
  },
);

export type CollectionRecord = RowOf<typeof debitCollections>;

/** Every accepted instruction, repeats included, independent of its outcome. */
export const bankInstructions = defineTable(
  'bank_instructions',
  {
    position: identity(),
    customerAppId: text(),
    kind: text<'REGISTER' | 'COLLECT' | 'REVERSE' | 'CANCEL' | 'DECIDE'>(),
    reference: text(),
    askedAt: time().named('told_at'),
  },
  { key: ['position'], indexes: { bank_instructions_app: ['customerAppId'] } },
);

export type BankInstruction = RowOf<typeof bankInstructions>;
