import {
  newId,
  plusMs,
  type CustomerAppId,
  type PaymentAccountId,
  type PaymentId,
  type PaymentUserId,
} from '@towpath/kernel';
import { Payment, type PaymentTerms } from './payment.js';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = plusMs(now, 1_000);
const nothing = { processorDetails: null, cardDetails: null, walletDetails: null };

const terms: PaymentTerms = {
  paymentId: newId<PaymentId>(now),
  customerAppId: newId<CustomerAppId>(now),
  type: 'CARD',
  amount: 100,
  surchargeAmount: 0,
  feeAmount: 0,
  currency: 'HKD',
  live: false,
  userId: newId<PaymentUserId>(now),
  externalUserId: 'customer-1',
  senderType: 'INDIVIDUAL',
  recipientAccountId: newId<PaymentAccountId>(now),
  paymentLinkId: null,
  attemptId: null,
  paymentMethodId: null,
  mandateId: null,
  description: null,
  externalTransactionReference: null,
  transactionReferenceId: null,
  recurringPaymentMode: null,
  metadata: null,
};

const authorizing = (): Payment => {
  const payment = Payment.startInHostedPage(terms, now);
  payment.take({ step: 'BEGIN' }, now);
  return payment;
};

describe('a payment in the hosted page', () => {
  it('publishes an event for each step on its way to the money', () => {
    const payment = authorizing();
    payment.take({ step: 'SUBMIT', report: nothing }, later);
    payment.take({ step: 'EXECUTE', report: nothing }, later);
    expect(payment.changes.map(({ event, sequence }) => [event, sequence])).toEqual([
      ['payment.created', 1],
      ['payment.authorization_started', 2],
      ['payment.authorized', 3],
      ['payment.submitted', 4],
      ['payment.executed', 5],
    ]);
    expect(payment.snapshot.updatedAt).toEqual(later);
  });

  it('keeps earlier details of the gateway when a later answer omits them', () => {
    const payment = authorizing();
    const cardDetails = { brand: 'Visa' };
    const first = { auth_code: '1', processor_id: 'GW1' };
    const answer = { processorDetails: first, cardDetails, walletDetails: null };
    payment.take({ step: 'SUBMIT', report: answer }, now);
    const report = { ...nothing, processorDetails: { auth_code: '2' } };
    payment.take({ step: 'EXECUTE', report }, later);
    expect(payment.snapshot.processorDetails).toEqual({ auth_code: '2', processor_id: 'GW1' });
    expect(payment.snapshot.cardDetails).toEqual(cardDetails);
  });

  it('cannot be cancelled once the money may move', () => {
    const payment = authorizing();
    payment.take({ step: 'SUBMIT', report: nothing }, now);
    expect(() => payment.take({ step: 'CANCEL', reason: 'late' }, later)).toThrow(
      expect.objectContaining({ code: 'INVALID_PAYMENT_STATUS' }),
    );
  });

  it('is corrected with a reason, and its failure is cleared', () => {
    const payment = authorizing();
    const failure = { code: 'PAYMENT_METHOD_DECLINED', explanation: 'No.' } as const;
    payment.take({ step: 'FAIL', failure, report: nothing }, now);
    const reason = 'the gateway captured it';
    payment.take({ step: 'CORRECT', reason, report: nothing }, later);
    expect(payment.snapshot).toMatchObject({ status: 'EXECUTED', failure: null });
    expect(payment.changes.at(-1)).toMatchObject({
      event: 'payment.status_corrected',
      reason,
    });
  });

  it('by transfer keeps its instructions and the reference of the bank', () => {
    const instructions = { ...nothing, processorDetails: { processor_reference: 'ABC' } };
    const payment = Payment.issueInstructions({ ...terms, type: 'MANUAL' }, instructions, now);
    expect(payment.snapshot).toMatchObject({ ...instructions, status: 'CREATED' });
    payment.take({ step: 'RECOGNIZE' }, later);
    payment.take({ step: 'EXECUTE', report: nothing }, later);
    expect(payment.snapshot).toMatchObject({ ...instructions, status: 'EXECUTED' });
  });

  it.each([0, -1, 1.5, Number.MAX_SAFE_INTEGER + 1])(
    'refuses an amount of %p minor units',
    (amount) => {
      expect(() => Payment.startInHostedPage({ ...terms, amount }, now)).toThrow(RangeError);
    },
  );
});
