import type { AvailablePaymentMethod } from '../api/hosted-view.js';
import { usableMethods } from './payment-methods.js';

const method = (
  payment_method_type: AvailablePaymentMethod['payment_method_type'],
  more: Partial<AvailablePaymentMethod> = {},
): AvailablePaymentMethod => ({
  payment_method_type,
  recurring: false,
  payment_account_id: 'account-1',
  ...more,
});
const saved = method('CARD', {
  payment_method_id: 'method-1',
  card: { brand: 'Visa', last4: '4242' },
});
const card = method('CARD');
const wallet = method('WALLET');

describe('usableMethods', () => {
  it('separates one-tap methods from a new card, in the order of the server', () => {
    const other = method('CARD', { payment_account_id: 'account-2' });
    expect(usableMethods([saved, card, other, wallet])).toEqual({
      oneTap: [saved, wallet],
      newCard: card,
    });
  });

  it('offers one wallet, and no saved card without a name', () => {
    const nameless = method('CARD', { payment_method_id: 'method-2' });
    const usable = usableMethods([nameless, wallet, method('WALLET')]);
    expect(usable).toEqual({ oneTap: [wallet], newCard: null });
  });

  it('offers direct debit once', () => {
    const debit = method('MANDATE');
    const usable = usableMethods([debit, method('MANDATE'), card]);
    expect(usable).toEqual({ oneTap: [debit], newCard: card });
  });

  it('offers each saved direct debit whose account it can name, as well as a new one', () => {
    const sender_account = { account_number_masked: '****8833' };
    const savedDebit = method('MANDATE', { payment_method_id: 'method-3', sender_account });
    const another = method('MANDATE', { payment_method_id: 'method-4', sender_account });
    const nameless = method('MANDATE', { payment_method_id: 'method-5' });
    const debit = method('MANDATE');
    const usable = usableMethods([savedDebit, another, nameless, card, debit]);
    expect(usable).toEqual({ oneTap: [savedDebit, another, debit], newCard: card });
  });

  it('offers a bank transfer once', () => {
    const transfer = method('MANUAL');
    const usable = usableMethods([card, transfer, method('MANUAL')]);
    expect(usable).toEqual({ oneTap: [transfer], newCard: card });
  });

  it('offers no method that has no screen', () => {
    expect(usableMethods([method('SINGLE')])).toEqual({
      oneTap: [],
      newCard: null,
    });
  });
});
