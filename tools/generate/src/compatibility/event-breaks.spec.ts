import { eventBreaks } from './event-breaks.js';
import type { Schema } from './schema-breaks.js';

const FILE = 'payment.executed.v1.schema.json';
const properties = {
  payment_id: { type: 'string' },
  amount: { type: 'integer' },
  status: { type: 'string', enum: ['EXECUTED'] },
};
const released: Schema = { type: 'object', required: ['payment_id', 'amount'], properties };
const breaksOf = (change: Partial<Schema>) =>
  eventBreaks({ [FILE]: released }, { [FILE]: { ...released, ...change } });

describe('a break of an event', () => {
  const withoutAmount = { payment_id: properties.payment_id, status: properties.status };
  it.each<[string, Partial<Schema>, string]>([
    [
      'a removed member',
      { properties: withoutAmount, required: ['payment_id'] },
      '.amount: was removed',
    ],
    ['a member that may be absent', { required: ['payment_id'] }, '.amount: may be absent now'],
    [
      'another type',
      { properties: { ...properties, amount: { type: 'string' } } },
      '.amount: the type changed from ["integer"] to ["string"]',
    ],
    [
      'a removed value',
      { properties: { ...properties, status: { type: 'string', enum: ['DONE'] } } },
      '.status: the values ["EXECUTED"] were removed',
    ],
  ])('is found: %s', (_what, change, sentence) => {
    expect(breaksOf(change)).toEqual([`payment.executed.v1${sentence}`]);
  });

  it('is found: a removed event', () => {
    expect(eventBreaks({ [FILE]: released }, {})).toEqual(['payment.executed.v1: was removed']);
  });

  it('is not what only adds: an event, a member, a value', () => {
    const status = { type: 'string', enum: ['EXECUTED', 'OTHER'] };
    expect(breaksOf({ properties: { ...properties, status, more: { type: 'string' } } })).toEqual(
      [],
    );
    expect(eventBreaks({ [FILE]: released }, { [FILE]: released, 'new.v1.json': {} })).toEqual([]);
  });
});
