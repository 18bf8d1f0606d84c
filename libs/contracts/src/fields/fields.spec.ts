import * as swagger from '@nestjs/swagger';
import { validateSync } from 'class-validator';
import {
  field,
  currencyCodes,
  documentNow,
  fieldNamesOf,
  fromPlain,
  jsonSchemaOf,
  oneOf,
  textsUpTo,
  type ContractClass,
} from './index.js';

/** The instance and what is wrong with it: property path → first message. */
function read<T extends object>(type: ContractClass<T>, source: object) {
  const value = fromPlain(type, JSON.parse(JSON.stringify(source)) as object);
  const complaints: Record<string, string> = {};
  const collect = (errors: ReturnType<typeof validateSync>, parent: string) => {
    for (const { property, constraints, children } of errors) {
      const [first] = Object.values(constraints ?? {});
      if (first) complaints[parent + property] = first;
      collect(children ?? [], `${parent}${property}.`);
    }
  };
  collect(validateSync(value), '');
  return { value, complaints };
}

/** As the OpenAPI document has it. */
function schemaInDocument(type: ContractClass) {
  documentNow(swagger);
  return swagger.generateSchema(type);
}

class Inner {
  @field.text({ min: 1, max: 3 }) code: string;
}

class Outer {
  @field.text({ optional: true, min: 1, max: 5 }) text?: string;
  @field.text({ optional: true, nullable: true }) clearable?: string | null;
  @field.enum(['A', 'B'], { nullable: true }) state: string | null;
  @field.object(() => Inner, { optional: true }) inner?: Inner;
  @field.objectList(() => Inner, { optional: true, minItems: 1, maxItems: 2 }) list?: Inner[];
  @field.metadata({ optional: true }) metadata?: Record<string, string>;
  @field.openObject({ optional: true }) open?: Record<string, unknown>;
}

describe('the validation of absent and null members', () => {
  it('treats null as absent, except where null is a value', () => {
    const { value, complaints } = read(Outer, { text: null, clearable: null, state: null });
    expect(complaints).toEqual({});
    expect(value.text).toBeUndefined();
    expect(value.clearable).toBeNull();
    expect(value.state).toBeNull();
  });

  it('says that a required member is missing, nullable or not', () => {
    expect(read(Outer, {}).complaints).toEqual({ state: 'state is required' });
    expect(read(Inner, { code: null }).complaints).toEqual({ code: 'code is required' });
  });

  it('counts no blanks around a text that must not be blank', () => {
    class Reason {
      @field.text({ min: 5, max: 8, notBlank: true }) why: string;
    }
    const complaintOf = (why: string) => read(Reason, { why }).complaints['why'];
    const isShort = 'why must be a string of 5 to 8 characters';
    expect(['     ', '  why  ', ' 12345 ', '  12345  '].map(complaintOf)).toEqual([
      'why must not be blank',
      isShort,
      undefined,
      isShort,
    ]);
  });

  it('ignores unknown members', () => {
    expect(read(Outer, { state: 'A', unknown: 5 }).complaints).toEqual({});
  });
});

describe('the validation of objects and lists', () => {
  it.each([[[]], ['text'], [5], [true], [[{ code: 'a' }]]])('refuses %p as an object', (inner) => {
    expect(read(Outer, { state: 'A', inner }).complaints).toMatchObject({
      inner: 'inner must be an object',
    });
  });

  it.each([[[]], [[null]], [[5]], [[[]]], [{ code: 'a' }], ['x']])(
    'refuses %p as a list of objects',
    (list) => {
      expect(read(Outer, { state: 'A', list }).complaints).toMatchObject({
        list: 'list must be an array of 1 to 2 objects',
      });
    },
  );

  it('refuses more elements than allowed', () => {
    const one = { code: 'a' };
    expect(read(Outer, { state: 'A', list: [one, one] }).complaints).toEqual({});
    expect(read(Outer, { state: 'A', list: [one, one, one] }).complaints).not.toEqual({});
  });

  it('names the invalid member inside a nested object', () => {
    const message = 'code must be a string of 1 to 3 characters';
    const source = { state: 'A', inner: { code: 'long' }, list: [{ code: 'a' }, { code: '' }] };
    expect(read(Outer, source).complaints).toEqual({
      'inner.code': message,
      'list.1.code': message,
    });
  });
});

describe('the validation of maps', () => {
  it('keeps every key, also the names of built-in members of objects', () => {
    const metadata = { constructor: 'a', toString: 'b', length: 'c' };
    const { value, complaints } = read(Outer, { state: 'A', metadata, open: metadata });
    expect(complaints).toEqual({});
    expect(value.metadata).toEqual(metadata);
    expect(value.open).toEqual(metadata);
  });

  it('treats a pair with a null value as absent', () => {
    expect(read(Outer, { state: 'A', metadata: { a: null, b: 'c' } }).value.metadata).toEqual({
      b: 'c',
    });
  });

  it.each([[[]], ['text'], [5], [{ a: 5 }]])('refuses %p', (metadata) => {
    expect(Object.keys(read(Outer, { state: 'A', metadata }).complaints)).toEqual(['metadata']);
  });
});

class Scalars {
  @field.id({ optional: true }) id?: string;
  @field.currency({ optional: true }) currency?: string;
  @field.amount({ optional: true, min: 1 }) amount?: number;
  @field.boolean({ optional: true }) flag?: boolean;
  @field.date({ optional: true }) date?: string;
  @field.textList({ optional: true, minItems: 1, maxItems: 2, each: { max: 3 } }) texts?: string[];
  @field.enumList(['A', 'B'], { optional: true }) letters?: string[];
}

describe('the validation of scalars', () => {
  it.each([
    { id: '01JQ0000000000000000000PAY' },
    { currency: 'JPY' },
    { amount: 1 },
    { amount: Number.MAX_SAFE_INTEGER },
    { flag: false },
    { date: '2026-03-02' },
    { texts: ['abc', ''] },
    { letters: [] },
    { letters: ['B', 'A'] },
  ])('accepts %p', (source) => expect(read(Scalars, source).complaints).toEqual({}));

  it.each([
    { id: '01JQ0000000000000000000PA' },
    { id: '01JQ0000000000000000000PAYX' },
    { id: '01jq0000000000000000000pay' },
    { id: '81JQ0000000000000000000PAY' },
    { currency: 'hkd' },
    { currency: 'HK' },
    { currency: 'HKDX' },
    { currency: 'QQQ' },
    { amount: 0 },
    { amount: -1 },
    { amount: 1.5 },
    { amount: '1' },
    { amount: Number.MAX_SAFE_INTEGER + 1 },
    { flag: 'true' },
    { flag: 0 },
    { date: '2026-02-30' },
    { texts: [] },
    { texts: ['a', 'b', 'c'] },
    { texts: ['abcd'] },
    { texts: [null] },
    { letters: ['C'] },
    { letters: 'A' },
    { letters: [['A']] },
  ])('refuses %p', (source) => {
    const [name] = Object.keys(source);
    const { complaints } = read(Scalars, source);
    expect(Object.keys(complaints)).toEqual([name]);
    expect(complaints[name!]).toMatch(new RegExp(`^${name} `));
  });
});

class Query {
  @field.integerQuery({ optional: true, min: 1, max: 1000, default: 500 }) limit: number = 500;
  @field.csv(oneOf(['A', 'B']), { optional: true }) states?: string[];
  @field.csv(currencyCodes, { optional: true }) currencies?: string[];
  @field.csv(textsUpTo(3), { optional: true }) words?: string[];
}

describe('the reading of query values', () => {
  it.each([
    [{ limit: '1' }, { limit: 1 }],
    [{ limit: '1000' }, { limit: 1000 }],
    [{}, { limit: 500 }],
    [{ states: 'A' }, { states: ['A'] }],
    [{ states: 'B,A,B' }, { states: ['B', 'A', 'B'] }],
    [{ currencies: 'HKD,KWD' }, { currencies: ['HKD', 'KWD'] }],
    [{ words: 'abc,d' }, { words: ['abc', 'd'] }],
  ])('reads %p', (source, expected) => {
    const { value, complaints } = read(Query, source);
    expect(complaints).toEqual({});
    expect(value).toMatchObject(expected);
  });

  it('treats an empty list as absent', () => {
    const { value, complaints } = read(Query, { states: '' });
    expect(complaints).toEqual({});
    expect(value.states).toBeUndefined();
  });

  it.each([
    { limit: '0' },
    { limit: '1001' },
    { limit: '-1' },
    { limit: '+5' },
    { limit: '05' },
    { limit: '1e2' },
    { limit: '0x10' },
    { limit: '1.0' },
    { limit: ' 5' },
    { limit: '' },
    { limit: 'ten' },
    { limit: ['5', '6'] },
    { limit: '99999999999999999999' },
    { states: 'C' },
    { states: 'A,' },
    { states: 'A, B' },
    { states: 'a' },
    { currencies: 'HKD,QQQ' },
    { words: 'abcd' },
    { words: ',' },
  ])('refuses %p', (source) => {
    expect(Object.keys(read(Query, source).complaints)).toEqual(Object.keys(source));
  });
});

describe('the schemas of fields', () => {
  it('describe members as they are validated, nested ones in place', () => {
    expect(jsonSchemaOf(Outer)).toEqual({
      type: 'object',
      required: ['state'],
      properties: {
        text: { type: 'string', minLength: 1, maxLength: 5 },
        clearable: { type: ['string', 'null'] },
        state: { type: ['string', 'null'], enum: ['A', 'B', null] },
        inner: innerSchema,
        list: { type: 'array', minItems: 1, maxItems: 2, items: innerSchema },
        metadata: {
          type: 'object',
          maxProperties: 20,
          additionalProperties: { type: 'string', maxLength: 1000 },
          description: 'Attributes of your own: up to 20 pairs, keys up to 50 characters.',
        },
        open: { type: 'object', additionalProperties: true },
      },
    });
  });

  const innerSchema = {
    type: 'object',
    required: ['code'],
    properties: { code: { type: 'string', minLength: 1, maxLength: 3 } },
  };

  it('contain the description, which is the first argument of every kind of field', () => {
    class Described {
      @field.id('An ID.') id: string;
      @field.enum('A letter.', ['A'], { optional: true }) letter?: string;
      @field.objectList('Parts.', () => Inner) parts: Inner[];
      @field.currency('Its currency.') currency: string;
      @field.cursor('The next page.') after?: string;
    }
    const texts = ['An ID.', 'A letter.', 'Parts.', 'Its currency.', 'The next page.'];
    const described = ({ properties }: { properties?: object }) =>
      Object.values(properties ?? {}).map(
        ({ description }: { description?: string }) => description,
      );
    expect(described(jsonSchemaOf(Described))).toEqual(texts);
    expect(described(schemaInDocument(Described).schema)).toEqual(texts);
  });

  it('list members of base classes first', () => {
    class Derived extends Inner {
      @field.boolean() more: boolean;
    }
    expect(fieldNamesOf(Derived)).toEqual(['code', 'more']);
  });

  it('show callers the members that are never accepted, and leave event schemas unchanged', () => {
    class Sent {
      @field.id() id: string;
      @field.amount() amount: number;
      @field.currency() currency: string;
    }
    const { properties } = schemaInDocument(Sent).schema as {
      properties: Record<string, { pattern?: string; maximum?: number }>;
    };
    expect(properties['id']?.pattern).toBe('^[0-7][0-9A-HJKMNP-TV-Z]{25}$');
    expect(properties['amount']?.maximum).toBe(Number.MAX_SAFE_INTEGER);
    expect(properties['currency']?.pattern).toBe('^[A-Z]{3}$');
    expect(JSON.stringify(jsonSchemaOf(Sent))).not.toMatch(/pattern|maximum/);
  });

  it('read back what an answer contained, and nothing of another form', () => {
    class Back {
      @field.cursor() after?: string;
      @field.state() state: string;
    }
    const id = '01JQ0000000000000000000ACC';
    const state = `${id}.${id}.${'A'.repeat(22)}`;
    expect(read(Back, { after: 'MTc2_x-', state }).complaints).toEqual({});
    expect(read(Back, { after: 'a=', state: `${id}.${id}.x` }).complaints).toEqual({
      after: 'after must be the next_cursor of an earlier page',
      state: 'state is not one that is waited for',
    });
  });

  it('give Swagger the class of nested members', () => {
    const { schema } = schemaInDocument(Outer);
    expect(schema.properties).toMatchObject({
      inner: { $ref: '#/components/schemas/Inner' },
      list: { type: 'array', items: { $ref: '#/components/schemas/Inner' } },
    });
    expect(schema.required).toEqual(['state']);
  });
});
