import { newId, type PaymentLinkId } from '@towpath/kernel';
import { groupedReference, transferReference, transferReferencesIn } from './transfer-rule.js';

const id = '01JQ0000009X4KQ2V710TB0001' as PaymentLinkId;

describe('the reference of a bank transfer', () => {
  it('is the random end of the ID of the link, shown in groups', () => {
    expect(transferReference(id)).toBe('Q2V710TB0001');
    expect(groupedReference(transferReference(id))).toBe('Q2V7 10TB 0001');
  });

  it.each([
    'Q2V710TB0001',
    'q2v7 10tb 0001',
    ' Q2V7 lOTB oooI ',
    'Payment Q2V7 10TB 0001',
    '/EREF/Q2V7-10TB-0001//REMI/RENT',
    'Q2V7.10TB/0001; thank you',
    'RENTQ2V710TB0001MARCH',
    'Q2V7\u200B10TB\u200B\uFEFF0001',
    'Ｑ２Ｖ７　１０ＴＢ　０００１',
    '+Q2V7\n10TB\r\n0001+',
    'Q2V710TB0001 Q2V710TB0001',
  ])('is found in %j', (text) => {
    expect(transferReferencesIn(text)).toContain('Q2V710TB0001');
  });

  it.each(['', 'Q2V710TB000', 'Q2V710TB000U', 'rent March', '𝕏𝕏'])('is not found in %j', (text) => {
    expect(transferReferencesIn(text)).toEqual([]);
  });

  it('is listed once for each possible match in a text', () => {
    expect(transferReferencesIn('Q2V710TB00011')).toEqual(['Q2V710TB0001', '2V710TB00011']);
    expect(transferReferencesIn('00000000000000')).toEqual(['000000000000']);
  });

  it('differs in many places from the references of links of the same instant', () => {
    const at = new Date('2026-03-01T12:00:00Z');
    const references = Array.from({ length: 100 }, () => transferReference(newId(at)));
    const distances = references.flatMap((one, index) =>
      references.slice(index + 1).map((other) => distance(one, other)),
    );
    expect(Math.min(...distances)).toBeGreaterThan(3);
  });
});

function distance(one: string, other: string): number {
  return [...one].filter((character, at) => character !== other[at]).length;
}
