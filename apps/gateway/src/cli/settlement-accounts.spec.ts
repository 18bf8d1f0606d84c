import { InternalClient, PeerUnavailable, type InternalCall } from '@towpath/http';
import { newId, type CustomerAppId } from '@towpath/kernel';
import { Arguments } from './arguments.js';
import { SettlementAccounts } from './settlement-accounts.js';

const APP = newId<CustomerAppId>(new Date());
const ACTOR = 'operator';
const CREATE = [
  ...['settlement-account', 'create', '--customer-app', APP],
  ...['--currencies', 'HKD', '--payment-method-types', 'CARD'],
];

/** payment-link, which answers 503 the first times. */
class Client extends InternalClient {
  readonly calls: InternalCall[] = [];
  away = 0;

  override call<T>(_target: string, call: InternalCall): Promise<T> {
    this.calls.push(call);
    if (this.calls.length > this.away) return Promise.resolve({ account_id: 'A-1' } as T);
    const reason = { reason: 'HTTP 503', status: 503 };
    return Promise.reject(new PeerUnavailable('payment-link', 'UNKNOWN', reason));
  }
}

let client: Client;
let accounts: SettlementAccounts;
beforeEach(() => {
  client = new Client({
    service: 'gateway',
    urlOf: () => undefined,
    tokens: () => undefined as never,
  });
  accounts = new SettlementAccounts(client, [1, 1]);
});

it('a new app gets its accounts although payment-link does not answer at first', async () => {
  client.away = 2;
  const opened = await accounts.openForTestApp(APP, { actor: ACTOR, currencies: ['HKD'] });
  expect(opened.map(({ account_id }) => account_id)).toEqual(['A-1']);
  expect(client.calls).toHaveLength(3);
  const bodies = new Set(client.calls.map(({ body }) => JSON.stringify(body)));
  expect(bodies.size).toBe(1);
});

it('opening accounts fails with PeerUnavailable when payment-link stays unavailable', async () => {
  client.away = 3;
  const opening = accounts.openForTestApp(APP, { actor: ACTOR, currencies: ['HKD'] });
  await expect(opening).rejects.toThrow(PeerUnavailable);
  expect(client.calls).toHaveLength(3);
});

it('creating an account is retried when it has a reference, and not without one', async () => {
  client.away = 1;
  await accounts.create(Arguments.parse([...CREATE, '--reference', 'main']), ACTOR);
  expect(client.calls).toHaveLength(2);
  client.calls.length = 0;
  const nameless = accounts.create(Arguments.parse(CREATE), ACTOR);
  await expect(nameless).rejects.toThrow(PeerUnavailable);
  expect(client.calls).toHaveLength(1);
});
