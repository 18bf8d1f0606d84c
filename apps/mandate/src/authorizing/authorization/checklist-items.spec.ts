import { readItems } from './checklist-items.js';

const consent = (value: unknown) =>
  readItems(
    Buffer.from(
      JSON.stringify({
        items: [{ type: 'ENDUSER_CONSENT', name: 'INSTITUTION_CREDENTIALS_LOGIN', value }],
      }),
    ),
  );

describe('a consent item', () => {
  it.each([
    [true, null],
    [{ max_transaction_amount: 10_000 }, 10_000],
    [{ max_transaction_amount: 1 }, 1],
  ])('with the value %j sets the limit %j', (value, payerMaxAmount) => {
    expect(consent(value)).toMatchObject([{ type: 'ENDUSER_CONSENT', payerMaxAmount }]);
  });

  it.each([
    [false],
    ['true'],
    [1],
    [null],
    [[]],
    [{}],
    [{ max_transaction_amount: 0 }],
    [{ max_transaction_amount: -1 }],
    [{ max_transaction_amount: 100.5 }],
    [{ max_transaction_amount: '100' }],
    [{ max_transaction_amount: null }],
    [{ max_transaction_amount: 2 ** 53 }],
  ])('is refused with the value %j', (value) => {
    expect(() => consent(value)).toThrow('items.0.value');
  });
});
