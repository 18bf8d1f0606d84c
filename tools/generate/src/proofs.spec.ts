import { faultsOf, namesIn, provableNames, readProofs } from './proofs.js';

describe('the proofs of promises and operations', () => {
  it('name only known promises and operations, and npm test runs one proof for each', () => {
    expect(faultsOf(readProofs(), provableNames())).toEqual([]);
  });

  it('include each promise and each public operation', () => {
    const names = provableNames();
    expect(names).toEqual(expect.arrayContaining(['promise-1', 'promise-15', 'createPayment']));
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the checker of proofs reports', () => {
  const names = ['promise-1', 'createPayment'];
  const all = { file: 'a.int-spec.ts', proves: names };

  it.each([
    ['nothing, if each name has a proof', [all], []],
    [
      'a name that does not exist',
      [all, { file: 'b.e2e-spec.ts', proves: ['createPayments'] }],
      ['b.e2e-spec.ts proves createPayments, which is nothing'],
    ],
    [
      'an operation without a proof',
      [{ file: 'a.int-spec.ts', proves: ['promise-1'] }],
      ['npm test does not prove createPayment'],
    ],
    [
      'a promise that only the full run proves',
      [
        { file: 'a.full-spec.ts', proves: names },
        { file: 'b.int-spec.ts', proves: ['createPayment'] },
      ],
      ['npm test does not prove promise-1'],
    ],
    [
      'a proof that needs no server',
      [all, { file: 'b.spec.ts', proves: ['promise-1'] }],
      ['b.spec.ts proves something without a real server'],
    ],
  ])('%s', (_, proofs, faults) => {
    expect(faultsOf(proofs, names)).toEqual(faults);
  });
});

describe('the names that a spec proves', () => {
  it('are those of the docblock at its start', () => {
    const text = `/**
 * @proves promise-4, createPayment
 * @proves listPayments
 */
import {} from 'a';
/** @proves promise-5 */`;
    expect(namesIn(text)).toEqual(['promise-4', 'createPayment', 'listPayments']);
  });

  it('are empty without a docblock at its start', () => {
    expect(namesIn("import {} from 'a';\n/** @proves promise-5 */")).toEqual([]);
  });
});
