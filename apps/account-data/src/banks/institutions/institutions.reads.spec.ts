import type { Institution } from '@towpath/contracts';
import { COLOURS } from './real-institutions.js';
import { InstitutionsReads } from './institutions.reads.js';

const catalogue = new InstitutionsReads();
const everything = catalogue.list('TEST', {});
const real = catalogue.list('LIVE', {});
const idsOf = (list: readonly Institution[]) => list.map(({ institution_id: id }) => id);
const namesOf = (list: readonly Institution[]) => list.map(({ institution_name: name }) => name);

/** Of a colour against white, as WCAG 2.2 defines it. */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

describe('the institution catalogue', () => {
  it('has at least 300 invented institutions, each with its own ID and name', () => {
    expect(real.length).toBeGreaterThanOrEqual(300);
    expect(new Set(idsOf(everything)).size).toBe(everything.length);
    const named = real.map(({ institution_name, countries }) => `${institution_name} ${countries}`);
    expect(new Set(named).size).toBe(real.length);
    for (const { institution_id: id, tags } of real) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(tags).toEqual(['real']);
    }
  });

  it('keeps the IDs that were published', () => {
    expect(idsOf(everything)).toEqual(
      expect.arrayContaining([
        'amberline-bank-hkg',
        'amberline-bank-business-hkg',
        'kestrel-bank-mys',
        'white-egret-bank-aus',
      ]),
    );
  });

  it('has every status, every type and every country', () => {
    const seen = (valueOf: (institution: Institution) => string | undefined) =>
      [...new Set(real.map(valueOf))].sort();
    expect(seen(({ status }) => status)).toEqual(['ALPHA', 'BETA', 'SUPPORTED']);
    expect(seen(({ institution_type: type }) => type)).toEqual(['BANK', 'WALLET']);
    expect(seen(({ countries }) => countries[0])).toHaveLength(12);
    expect(seen(({ user_type: users }) => users[0])).toEqual(['BUSINESS', 'INDIVIDUAL']);
  });

  it('shows the simulated banks only to test apps', () => {
    const simulated = ['testbank', 'testbank-business', 'testbank-oauth', 'testbank-unavailable'];
    expect(idsOf(catalogue.list('TEST', { institution_type: 'TEST' }))).toEqual(simulated);
    expect(catalogue.list('LIVE', { institution_type: 'TEST' })).toEqual([]);
    expect(catalogue.find('LIVE', 'testbank')).toBeUndefined();
    expect(catalogue.find('TEST', 'testbank')).toMatchObject({
      countries: ['HKG', 'SGP', 'PHL'],
      user_type: ['INDIVIDUAL'],
      tags: ['test'],
    });
    expect(catalogue.find('TEST', 'testbank-business')?.user_type).toEqual(['BUSINESS']);
  });

  it.each(COLOURS)('has readable white initials on the colour %s', (colour) => {
    expect(contrastWithWhite(colour)).toBeGreaterThanOrEqual(4.5);
  });

  it('uses each bank code only once per country and portal', () => {
    const codes = real.flatMap(({ payment_info: payments, countries, user_type: users }) =>
      payments ? [`${countries} ${users} ${payments.other_info?.bank_code}`] : [],
    );
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe('the filters of the institution catalogue', () => {
  it('list the institutions of the given countries', () => {
    const found = catalogue.list('TEST', { countries: ['PHL', 'JPN'] });
    expect(idsOf(found)).toContain('testbank');
    expect(found.every(({ countries }) => countries.some((c) => /PHL|JPN/.test(c)))).toBe(true);
    expect(found.length).toBeLessThan(everything.length);
  });

  it('list only institutions that support all given data and payment products', () => {
    const found = catalogue.list('TEST', { products_supported: ['IDENTITY', 'MANDATE'] });
    expect(found.length).toBeGreaterThan(100);
    for (const { products_supported: products, payment_info: payments } of found) {
      expect(products).toContain('IDENTITY');
      expect(payments?.payments_supported).toContain('MANDATE');
    }
  });

  it('list institutions by user type and accept INDIVIDUAL for PERSONAL', () => {
    const people = catalogue.list('TEST', { user_type: ['PERSONAL'] });
    expect(people).toEqual(catalogue.list('TEST', { user_type: ['INDIVIDUAL'] }));
    expect(people.length + catalogue.list('TEST', { user_type: ['BUSINESS'] }).length).toBe(
      everything.length,
    );
  });

  it('list institutions by status and by ID', () => {
    const alpha = catalogue.list('LIVE', { institution_status: ['ALPHA'] });
    expect(alpha.every(({ status }) => status === 'ALPHA')).toBe(true);
    expect(idsOf(catalogue.list('LIVE', { institution_id: ['kestrel-bank-mys'] }))).toEqual([
      'kestrel-bank-mys',
    ]);
  });

  it('list nothing for an unknown country or product', () => {
    expect(catalogue.list('TEST', { countries: ['QQQ'] })).toEqual([]);
    expect(catalogue.list('TEST', { products_supported: ['ACCOUNTS', 'NONSENSE'] })).toEqual([]);
  });
});

describe('the search in the institution catalogue', () => {
  it.each([
    ['test bank', 'Test Bank'],
    ['tset bank', 'Test Bank'],
    ['kestral', 'Kestrel Bank'],
    ['harbor lantern', 'Harbour Lantern Bank'],
    ['jsmine hill', 'Jasmine Hill Pay'],
    ['plum blosom', 'Plum Blossom Savings'],
  ])('for "%s" finds the institution "%s" first', (typed, name) => {
    expect(namesOf(catalogue.list('TEST', {}, typed))[0]).toBe(name);
  });

  it('finds only institutions that pass the filter', () => {
    const found = catalogue.list('LIVE', { countries: ['MYS'] }, 'kestrl');
    expect(idsOf(found)).toEqual(['kestrel-bank-mys']);
  });

  it('sorts institutions by name when the search text is empty', () => {
    const names = namesOf(everything);
    expect(names).toEqual([...names].sort());
  });
});
