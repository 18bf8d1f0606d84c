import type { Producer } from 'kafkajs';
import { isRefusedByBroker, KafkaEventPublisher } from './event-publisher.js';

const message = { topic: 't', key: 'k', value: '{}', headers: {} };

/** Producers that fail a given number of times. */
function fakeKafka(failures: number) {
  const producers: { sent: number; gone: boolean }[] = [];
  let left = failures;
  const producer = () => {
    const state = { sent: 0, gone: false };
    producers.push(state);
    return {
      connect: () => Promise.resolve(),
      disconnect: () => Promise.resolve(void (state.gone = true)),
      sendBatch: () => {
        if (left-- > 0) return Promise.reject(new Error('no answer'));
        state.sent += 1;
        return Promise.resolve([]);
      },
    } as unknown as Producer;
  };
  return { producers, kafka: { producer } };
}

it('an event publisher keeps its producer while no send fails', async () => {
  const { kafka, producers } = fakeKafka(0);
  const publisher = new KafkaEventPublisher(kafka);
  await publisher.publish([message]);
  await publisher.publish([message]);
  expect(producers).toEqual([{ sent: 2, gone: false }]);
});

it('an event publisher replaces a producer that failed, whose sequence numbers may be taken', async () => {
  const { kafka, producers } = fakeKafka(2);
  const publisher = new KafkaEventPublisher(kafka);
  await expect(publisher.publish([message])).rejects.toThrow('no answer');
  await expect(publisher.publish([message])).rejects.toThrow('no answer');
  await publisher.publish([message]);
  expect(producers).toEqual([
    { sent: 0, gone: true },
    { sent: 0, gone: true },
    { sent: 1, gone: false },
  ]);
});

it('an event publisher distinguishes a refusal from a broker that is down, in wrapped errors too', () => {
  const refusal = Object.assign(new Error('big'), { type: 'MESSAGE_TOO_LARGE' });
  expect(isRefusedByBroker(new Error('outer', { cause: refusal }))).toBe(true);
  expect(isRefusedByBroker(refusal)).toBe(true);
  const moved = Object.assign(new Error('moved'), { type: 'NOT_LEADER_FOR_PARTITION' });
  expect(isRefusedByBroker(new Error('outer', { cause: moved }))).toBe(false);
  expect(isRefusedByBroker(new Error('connect ECONNREFUSED'))).toBe(false);
});
