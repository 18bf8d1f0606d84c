import { newId, type CustomerAppId, type MandateId, type PaymentId } from '@towpath/kernel';
import { BankRefused, type DirectDebitConnector } from '../src/banks/direct-debit/ports.js';

/** What only our record of a bank may repeat. */
export const REFUSAL_TEXT = 'Account 012-345-678901 of CHAN TAI MAN is not known.';

/** A connector whose bank refuses every request as such, with `REFUSAL_TEXT`. */
export function describeRefusedConnector(name: string, subject: () => DirectDebitConnector): void {
  const customerAppId = newId<CustomerAppId>(new Date());
  const mandateReference = newId<MandateId>(new Date());
  const reference = newId<PaymentId>(new Date());
  const registration = {
    reference: mandateReference,
    customerAppId,
    creditorAccount: 'HKD-ACCOUNT',
    debtorName: 'Chan Tai Man',
    accountNumber: '012-345-678901',
    currency: 'HKD',
    startDate: '2031-03-01',
    endDate: null,
    maxTransactionAmount: null,
  };
  const money = { amount: 500, currency: 'HKD' };
  const charge = { reference, mandateReference, customerAppId, paymentId: reference, ...money };

  describe(`direct debit connector ${name}: a bank that refuses`, () => {
    it('ends what it refuses, in our words', async () => {
      const answers = [await subject().register(registration), await subject().charge(charge)];
      expect(answers.map(({ bankStatus }) => bankStatus)).toEqual(['REJECTED', 'FAILED']);
      for (const { reason, ...shown } of answers) {
        expect(shown.failure?.code).toBe('PAYMENT_METHOD_DECLINED');
        expect(reason?.text).toBe(REFUSAL_TEXT);
        expect(JSON.stringify(shown)).not.toContain('CHAN');
      }
    });

    it.each<[string, (bank: DirectDebitConnector) => Promise<unknown>]>([
      ['of a mandate', (bank) => bank.findMandate(registration)],
      ['of a mandate that is to end', (bank) => bank.cancelMandate(registration)],
      ['of a charge', (bank) => bank.findCharge(charge)],
      ['of its list', (bank) => firstSettled(bank)],
    ])('is no outcome %s, nor a silence', async (_what, ask) => {
      await expect(ask(subject())).rejects.toThrow(BankRefused);
    });
  });

  async function firstSettled(bank: DirectDebitConnector): Promise<unknown> {
    const period = { customerAppId, from: new Date(0), to: new Date() };
    for await (const entry of bank.listSettled(period)) return entry;
    return undefined;
  }
}
