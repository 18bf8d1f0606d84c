import * as swagger from '@nestjs/swagger';
import { validateSync } from 'class-validator';
import { eventRegistry } from '../events/registry.js';
import * as http from '../http/all/index.js';
import * as webhooks from '../webhooks/bodies.js';
import {
  field,
  documentNow,
  fieldNamesOf,
  fieldsOf,
  fromPlain,
  jsonSchemaOf,
  mix,
  omit,
  pick,
  type ContractClass,
} from './index.js';

const ID = '01JQ0000000000000000000PAY';

/** Each kind of field accepts one of these and refuses others. */
const VALUES: readonly unknown[] = [
  undefined,
  null,
  '',
  'x',
  'x'.repeat(3000),
  'true',
  'HKD',
  'CARD',
  ID,
  '2026-03-02',
  '2026-03-02T08:15:30.250Z',
  'a@example.com',
  'https://example.com/back',
  1,
  1.5,
  true,
  [ID, 'CARD'],
  [{}],
  { order: '1001' },
];

const contractClasses = [
  ...Object.values(http),
  ...Object.values(webhooks),
  ...eventRegistry.all().map(({ payload }) => payload),
].filter((type): type is ContractClass => typeof type === 'function' && isContract(type));

function isContract(type: object): boolean {
  return 'prototype' in type && fieldNamesOf(type as ContractClass).length > 0;
}

function schemaInDocument(type: ContractClass) {
  documentNow(swagger);
  return swagger.generateSchema(type).schema;
}

/** What a class reads from objects in which each member has each of the values once, and refuses. */
function verdicts(type: ContractClass) {
  const names = fieldNamesOf(type);
  return VALUES.map((_value, shift) => {
    const value = (index: number) => VALUES[(index + shift) % VALUES.length];
    const source = Object.fromEntries(names.map((name, index) => [name, value(index)]));
    const read = fromPlain(type, source, { emptyIsAbsent: true });
    const errors = validateSync(read, { stopAtFirstError: true });
    const refused = errors.map(({ property, constraints, children }) => [
      property,
      { constraints, children },
    ]);
    return { read: { ...read }, refused: Object.fromEntries(refused) as object };
  });
}

describe('a picked member', () => {
  const named = [...new Set(contractClasses)].map((type) => {
    class Picked extends pick(type, fieldNamesOf(type) as never[]) {}
    return [type.name, type, Picked] as const;
  });

  it('is compared for all classes of the contracts', () => {
    expect(named.length).toBeGreaterThan(300);
  });

  it.each(named)(
    'of %s has the schema, documents and validation of its source',
    (_name, type, Picked) => {
      expect(jsonSchemaOf(Picked)).toEqual(jsonSchemaOf(type));
      expect(JSON.stringify(schemaInDocument(Picked))).toBe(JSON.stringify(schemaInDocument(type)));
      expect(verdicts(Picked)).toEqual(verdicts(type));
    },
  );
});

class Money {
  @field.amount('Minor units.', { min: 1 }) amount: number;
  @field.text('A word of three letters.', { min: 3, max: 3 }) currency: string;
}

abstract class Owned {
  @field.id('Who has it.') owner_id: string;
  @field.integerQuery('How many.', { optional: true, min: 1, default: 5 }) count: number = 5;
}

describe('composed classes', () => {
  it('have the members of a list in its order, or all others', () => {
    class Short extends pick(Money, ['currency', 'amount']) {}
    class Rest extends omit(Money, ['amount']) {}
    expect(fieldNamesOf(Short)).toEqual(['currency', 'amount']);
    expect(fieldNamesOf(Rest)).toEqual(['currency']);
    // @ts-expect-error: an omitted member is no member of the type.
    expect(new Rest().amount).toBeUndefined();
  });

  it('have the members of several classes, and then their own', () => {
    class Bill extends mix(Owned, Money, pick(Owned, [])) {
      @field.text('What for.') reason: string;
    }
    expect(fieldNamesOf(Bill)).toEqual(['owner_id', 'count', 'amount', 'currency', 'reason']);
    const bill: Bill = fromPlain(Bill, { owner_id: 'x', amount: 0, currency: 'HKD', reason: 'r' });
    expect(validateSync(bill).map(({ property }) => property)).toEqual(['owner_id', 'amount']);
    expect(Object.keys(schemaInDocument(Bill).properties ?? {})).toEqual([...fieldNamesOf(Bill)]);
  });

  it('describe a member in their own words where these are given', () => {
    class Paid extends pick(Money, { amount: 'What was paid.' }) {}
    const { schema, ...record } = fieldsOf(Paid).get('amount')!;
    expect(record).toMatchObject({ description: 'What was paid.' });
    expect(schema).toEqual(fieldsOf(Money).get('amount')!.schema);
    expect(fieldsOf(Money).get('amount')!.description).toBe('Minor units.');
    expect(schemaInDocument(Paid).properties).toMatchObject({
      amount: { description: 'What was paid.', minimum: 1 },
    });
  });

  it('keep the value that a member has at first', () => {
    class Counted extends pick(Owned, ['count']) {}
    expect(new Counted().count).toBe(5);
    expect(new (omit(Owned, ['count']))()).toEqual({});
  });

  it('and their subclasses never declare a member twice', () => {
    expect(() => {
      class Again extends Money {
        @field.text('Another.') override currency: string;
      }
      return Again;
    }).toThrow('Again has currency already: omit it from its base class');
    expect(() => mix(Money, pick(Money, ['amount']))).toThrow('has amount already');
    class Changed extends omit(Money, ['currency']) {
      @field.text('Any word.') currency: string;
    }
    expect(jsonSchemaOf(Changed)).toMatchObject({
      properties: { currency: { type: 'string', description: 'Any word.' } },
    });
  });

  it('have only members that their source has', () => {
    expect(() => pick(Money, ['price' as never])).toThrow('Money has no price to pick');
    expect(() => omit(Money, ['price' as never])).toThrow('Money has no price to omit');
  });
});
