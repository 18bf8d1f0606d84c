import { ApiClient, UnexpectedAnswer } from './api-client.js';
import { paymentOrder, setupOrder } from './merchant.js';
import { WebhookReceiver } from './webhook-receiver.js';

let receiver: WebhookReceiver;
let client: ApiClient;

beforeEach(async () => {
  receiver = await WebhookReceiver.start();
  client = new ApiClient(receiver.url(''));
});
afterEach(() => receiver.stop());

const post = (body: unknown) => client.send({ method: 'POST', path: '/hook', body });

describe('WebhookReceiver', () => {
  it('answers as scripted, then 200, and keeps the bytes', async () => {
    receiver.script('/hook', [500, { status: 429, headers: { 'retry-after': '1' } }]);
    const answers = [await post({ n: 1 }), await post({ n: 2 }), await post({ n: 3 })];
    expect(answers.map(({ status }) => status)).toEqual([500, 429, 200]);
    expect(answers[1]?.headers.get('retry-after')).toBe('1');
    expect(receiver.at('/hook').map(({ rawBody }) => rawBody.toString())).toEqual([
      '{"n":1}',
      '{"n":2}',
      '{"n":3}',
    ]);
  });

  it('tells at the deadline what did arrive', async () => {
    await post({ event_type: 'PAYMENT_EXECUTED' });
    const waiting = receiver.waitFor(() => false, { deadlineMs: 20, describe: 'PAYMENT_FAILED' });
    await expect(waiting).rejects.toThrow(
      'waited 20 ms for PAYMENT_FAILED (received PAYMENT_EXECUTED at /hook)',
    );
  });
});

describe('ApiClient', () => {
  it('gives any answer to send, and only a 200 to call', async () => {
    receiver.script('/hook', [503, 503]);
    expect((await post({})).status).toBe(503);
    const call = client.call({ method: 'POST', path: '/hook', body: {} });
    await expect(call).rejects.toThrow(UnexpectedAnswer);
  });

  it('lets an observer refuse an answer', async () => {
    const strict = new ApiClient(receiver.url(''), ({ path }, { status }) => {
      throw new Error(`${path} must not answer ${status}`);
    });
    await expect(strict.send({ method: 'GET', path: '/hook' })).rejects.toThrow(
      '/hook must not answer 200',
    );
  });
});

describe('orders', () => {
  it('never share a reference', () => {
    const references = [paymentOrder(), paymentOrder(), setupOrder()].map(
      ({ unique_reference_id: reference }) => reference,
    );
    expect(new Set(references).size).toBe(3);
  });
});
