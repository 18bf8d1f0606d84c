import type { PaymentLinkId } from '@towpath/kernel';
import {
  groupedReference,
  readTransferReference,
  transferReference,
} from './transfer-reference.js';

const id = '01JQ0000009X4KQ2V710TB0001' as PaymentLinkId;

describe('the reference of a bank transfer', () => {
  it('is the random end of the ID of the link, shown in groups', () => {
    expect(transferReference(id)).toBe('Q2V710TB0001');
    expect(groupedReference(transferReference(id))).toBe('Q2V7 10TB 0001');
  });

  it.each(['Q2V710TB0001', 'q2v7 10tb 0001', 'Q2V7-10TB-0001', ' Q2V7 lOTB oooI '])(
    'is read from %p',
    (text) => {
      expect(readTransferReference(text)).toBe('Q2V710TB0001');
    },
  );

  it.each(['', 'Q2V710TB000', 'Q2V710TB00011', 'Q2V710TB000U', 'rent March'])(
    'is not read from %p',
    (text) => {
      expect(readTransferReference(text)).toBeNull();
    },
  );
});
