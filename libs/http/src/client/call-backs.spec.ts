import { DomainError } from '@towpath/kernel';
import {
  assertDefaultEndpoint,
  callBackAnswer,
  handleEach,
  readByAny,
  type CallBackReader,
} from './call-backs.js';

const raw = { body: Buffer.from('{}'), headers: {}, receivedAt: new Date() };
const received = { raw, endpointId: 'acct-1' };
const place = { appType: 'TEST', integrationId: 'GW1', connector: 'a' } as const;
const stranger = new DomainError('UNAUTHORIZED', 'wrong secret');

function reader(outcome: Error | string[]): CallBackReader<string> {
  const readCallBacks = () =>
    outcome instanceof Error
      ? Promise.reject(outcome)
      : Promise.resolve({ events: outcome, answer: null });
  return { ...place, readCallBacks };
}

describe('a call-back for several connectors', () => {
  it('is read by the one that verifies it, wherever it stands', async () => {
    const genuine = reader(['evt_1', 'evt_2']);
    const readers = [reader(stranger), genuine, reader(stranger)];
    const read = await readByAny(readers, received, 'nobody');
    expect([read.reader, read.events]).toEqual([genuine, ['evt_1', 'evt_2']]);
  });

  it('is refused for its content when one verified it', async () => {
    const unreadable = new DomainError('INVALID_REQUEST', 'no event');
    const readers = [reader(unreadable), reader(stranger)];
    await expect(readByAny(readers, received, 'nobody')).rejects.toBe(unreadable);
  });

  it('is refused as foreign when none verified it, or there is none', async () => {
    await expect(readByAny([reader(stranger)], received, 'nobody')).rejects.toBe(stranger);
    await expect(readByAny<string, CallBackReader<string>>([], received, 'nobody')).rejects.toThrow(
      'nobody',
    );
  });
});

describe('several events', () => {
  it('are all handled, in their order, before the first failure is thrown', async () => {
    const handled: string[] = [];
    const fault = new Error('broken');
    const handle = async (event: string) => {
      handled.push(event);
      if (event === 'foreign') return Promise.reject(stranger);
      return event === 'bad' ? Promise.reject(fault) : Promise.resolve();
    };
    const events = ['one', 'foreign', 'bad', 'two'];
    await expect(handleEach(events, handle)).rejects.toBe(fault);
    expect(handled).toEqual(events);
  });
});

it('one account is the default endpoint', () => {
  expect(() => assertDefaultEndpoint(null)).not.toThrow();
  expect(() => assertDefaultEndpoint('default')).not.toThrow();
  expect(() => assertDefaultEndpoint('acct-1')).toThrow('no such endpoint');
});

it('the answer has the body that is demanded, or none', () => {
  expect(callBackAnswer(null)).toBeUndefined();
  expect(callBackAnswer('[accepted]')).toMatchObject({ status: 200, text: '[accepted]' });
});
