import { Towpath } from '@towpath/sdk';
import { instantOf, secondsOf, setClock } from './clock.js';
import { UsageError } from './failure.js';
import { Output } from './session.js';

it.each([
  ['90s', 90],
  ['15m', 900],
  ['12h', 43_200],
  ['2d', 172_800],
  ['1w', 604_800],
  ['1d12h', 129_600],
])('%s are %d seconds', (duration, seconds) => {
  expect(secondsOf(duration)).toBe(seconds);
});

it.each(['', '5', 'd', '0s', '-1d', '2d ', '1.5d', '2 d', '1y'])('%p is no duration', (text) => {
  expect(() => secondsOf(text)).toThrow(UsageError);
});

it('a time is a day or an instant', () => {
  expect(instantOf('2026-12-24').toISOString()).toBe('2026-12-24T00:00:00.000Z');
  expect(instantOf('2026-12-24T10:00:00+08:00').toISOString()).toBe('2026-12-24T02:00:00.000Z');
});

it.each(['', 'tomorrow', '24', '2026-13-01'])('%p is no time', (text) => {
  expect(() => instantOf(text)).toThrow(UsageError);
});

it('set counts from where an advance that runs ends', async () => {
  const clock = { now: '2026-12-01T00:00:00Z', frozen: false };
  const shown = [{ ...clock, advancing_to: '2026-12-03T00:00:00Z' }];
  const advances: unknown[] = [];
  const fetch = async (input: URL | RequestInfo) => {
    const request = new Request(input);
    if (request.url.endsWith('/token')) return Response.json({ access_token: 't', expires_in: 60 });
    if (request.method !== 'GET') advances.push(await request.json());
    return Response.json(shown.shift() ?? { ...clock, now: '2026-12-03T00:00:00Z' });
  };
  const credentials = { baseUrl: 'http://127.0.0.1', clientId: 'a', clientSecret: 'b' };
  const towpath = new Towpath({ ...credentials, fetch });
  const session = { towpath, credentials: { ...credentials, redirectUris: [] } };
  await setClock({ ...session, output: new Output(true) }, instantOf('2026-12-05'));
  expect(advances).toEqual([{ advance_seconds: 172_800 }]);
});
