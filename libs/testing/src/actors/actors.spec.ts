import { TowpathError } from '@towpath/sdk';
import { ApiClient, UnexpectedAnswer } from './api-client.js';
import { Merchant, paymentOrder, setupOrder } from './merchant.js';
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

  it('lists at its deadline what arrived', async () => {
    await post({ event_type: 'PAYMENT_EXECUTED' });
    const waiting = receiver.waitFor(() => false, { deadlineMs: 20, describe: 'PAYMENT_FAILED' });
    await expect(waiting).rejects.toThrow(
      'waited 20 ms for PAYMENT_FAILED (received PAYMENT_EXECUTED at /hook)',
    );
  });
});

describe('ApiClient', () => {
  it('returns any answer from send, and only a 200 from call', async () => {
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

it('a server error is reported with the reasons of the system, and a refusal without', async () => {
  receiver.script('/hook', [503, 400]);
  const client = new ApiClient(
    receiver.url(''),
    () => undefined,
    () => ['the log says why'],
  );
  const call = () => client.call({ method: 'POST', path: '/hook', body: {} });
  await expect(call()).rejects.toThrow('answered 503: \nthe log says why');
  await expect(call()).rejects.toThrow(/answered 400: $/);
});

describe('a merchant who moves the clock', () => {
  const app = { customer_app_id: 'A', client_id: 'a', client_secret: 's' };
  /** A system that answers the moves with these statuses and details. */
  class Clocks extends ApiClient {
    readonly moves: unknown[] = [];
    constructor(private readonly script: (readonly [number, string])[]) {
      super('http://127.0.0.1:9');
    }
    override readonly fetch: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      const isMove = request.url.endsWith('/testing/clock');
      const sent = await request.text();
      if (isMove) this.moves.push(sent ? JSON.parse(sent) : undefined);
      const token = '{"access_token":"t","expires_in":1800}';
      const [status, text] = (isMove && this.script.shift()) || [200, token];
      return new Response(text, { status, headers: { 'content-type': 'application/json' } });
    };
  }
  it('waits until an advance has completed, and until the advance of another merchant has', async () => {
    const slow = new Clocks([
      [409, '{}'],
      [200, '{"now":"A","advancing_to":"A"}'],
      [200, '{"now":"A"}'],
      [200, '{"now":"A","advancing_to":"B"}'],
      [200, '{"now":"B"}'],
    ]);
    expect(await new Merchant(slow, app).advanceClock(60)).toEqual({ now: 'B' });
    const move = { advance_seconds: 60 };
    expect(slow.moves).toEqual([move, undefined, undefined, move, undefined]);
    const away = new Clocks([[503, '{}']]);
    await expect(new Merchant(away, app).advanceClock(60)).rejects.toThrow(TowpathError);
    expect(away.moves).toHaveLength(1);
  });
});

describe('the orders of a test', () => {
  it('never share a reference', () => {
    const references = [paymentOrder(), paymentOrder(), setupOrder()].map(
      ({ unique_reference_id: reference }) => reference,
    );
    expect(new Set(references).size).toBe(3);
  });
});
