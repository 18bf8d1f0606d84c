import {
  newId,
  type CustomerAppId,
  type LedgerTransferId,
  type PaymentAccountId,
} from '@towpath/kernel';
import { transferOf, type TransferKind, type TransferOrder } from './ledger.js';

const now = new Date('2026-03-01T12:00:00.000Z');
const accountId = newId<PaymentAccountId>(now);
const order = (kind: TransferKind, amount = 100): TransferOrder => ({
  ledgerTransferId: newId<LedgerTransferId>(now),
  customerAppId: newId<CustomerAppId>(now),
  kind,
  accountId,
  amount,
  currency: 'KWD',
  paymentId: null,
  refundId: null,
  occurredAt: now,
});

describe('a ledger transfer', () => {
  it.each<[TransferKind, string, string]>([
    ['OPENING_BALANCE', 'funding', 'settlement'],
    ['PAYMENT', 'clearing', 'settlement'],
    ['RETURN_REVERSAL', 'clearing', 'settlement'],
    ['UNEXPECTED_RECEIPT', 'clearing', 'unexpected'],
    ['UNEXPECTED_RETURN', 'unexpected', 'clearing'],
    ['REFUND_HOLD', 'settlement', 'unexpected'],
    ['REFUND_RELEASE', 'unexpected', 'settlement'],
    ['REFUND', 'unexpected', 'clearing'],
    ['REFUND_REVERSAL', 'clearing', 'settlement'],
    ['DISPUTE_HOLD', 'settlement', 'disputed'],
    ['DISPUTE_FEE_RELEASE', 'disputed', 'settlement'],
    ['DISPUTE_LOSS', 'disputed', 'clearing'],
    ['DISPUTE_LOSS_REVERSAL', 'clearing', 'settlement'],
    ['PAYOUT_HOLD', 'settlement', 'payout'],
    ['PAYOUT_RELEASE', 'payout', 'settlement'],
    ['PAYOUT', 'payout', 'clearing'],
    ['PAYOUT_RETURN', 'clearing', 'settlement'],
    ['PAYOUT_CORRECTION', 'settlement', 'clearing'],
    ['UNEXPECTED_PAYOUT', 'settlement', 'clearing'],
    ['PAYOUT_FEE_HOLD', 'settlement', 'payout'],
    ['PAYOUT_FEE_RELEASE', 'payout', 'settlement'],
    ['PAYOUT_FEE', 'payout', 'fees'],
    ['PAYOUT_FEE_CORRECTION', 'settlement', 'fees'],
    ['UNMATCHED_RECEIPT', 'clearing', 'unmatched'],
    ['UNMATCHED_RELEASE', 'unmatched', 'clearing'],
    ['UNMATCHED_RETURN', 'unmatched', 'clearing'],
    ['FEE', 'settlement', 'fees'],
    ['PROCESSOR_FEE', 'at_processor', 'clearing'],
    ['PROCESSOR_FEE_REVERSAL', 'clearing', 'at_processor'],
    ['PROCESSOR_RESERVE', 'at_processor', 'reserve'],
    ['PROCESSOR_RESERVE_RELEASE', 'reserve', 'at_processor'],
    ['EXCHANGE_OUT', 'at_processor', 'exchange'],
    ['EXCHANGE_IN', 'exchange', 'at_processor'],
    ['PROCESSOR_PAYOUT', 'at_processor', 'settlement'],
    ['PROCESSOR_PAYOUT_REVERSAL', 'settlement', 'at_processor'],
  ])('of kind %s debits %s and credits %s', (kind, debit, credit) => {
    expect(transferOf(order(kind))).toMatchObject({
      debitAccount: `${debit}:${accountId}`,
      creditAccount: `${credit}:${accountId}`,
    });
  });

  it.each<[TransferKind, string, string]>([
    ['PAYMENT', 'clearing', 'at_processor'],
    ['RETURN', 'at_processor', 'clearing'],
    ['REFUND_HOLD', 'at_processor', 'unexpected'],
    ['REFUND', 'unexpected', 'clearing'],
    ['DISPUTE_RELEASE', 'disputed', 'at_processor'],
  ])('of kind %s at a processor debits %s and credits %s', (kind, debit, credit) => {
    expect(transferOf({ ...order(kind), atProcessor: true })).toMatchObject({
      debitAccount: `${debit}:${accountId}`,
      creditAccount: `${credit}:${accountId}`,
    });
  });

  it.each([0, -5, 0.5])('refuses the amount %p', (amount) => {
    expect(() => transferOf(order('PAYMENT', amount))).toThrow(RangeError);
  });
});
