import { jest } from '@jest/globals';
import { StartError } from '../servers/start-error.js';
import { offerSharedSystem, sharedSystem, type SharedSystemHost } from './shared-system.js';
import type { startSystem } from './start-system.js';

type Start = typeof startSystem;

const running = (stop = jest.fn(() => Promise.resolve())) => ({
  dataDir: 'data',
  layout: { kafkaBrokers: 'localhost:9092' },
  adminUrl: 'postgres://localhost',
  services: [{ name: 'gateway', url: 'http://gw', internalUrl: 'http://in', environment: {} }],
  stop,
});

const before = process.env['TEST_SYSTEM_URL'];
let host: SharedSystemHost;
afterEach(() => {
  process.env['TEST_SYSTEM_URL'] = before;
});

async function offer(start: () => Promise<unknown>): Promise<void> {
  host = await offerSharedSystem(start as unknown as Start);
  process.env['TEST_SYSTEM_URL'] = host.url;
}

describe('the shared system', () => {
  it('starts once, at the first request, and stops with its host', async () => {
    const system = running();
    const start = jest.fn(() => Promise.resolve(system));
    await offer(start);
    expect(start).not.toHaveBeenCalled();
    const [one, other] = await Promise.all([sharedSystem(), sharedSystem()]);
    expect([one.baseUrl, other.kafkaBrokers]).toEqual(['http://gw', 'localhost:9092']);
    expect(start).toHaveBeenCalledTimes(1);
    await host.stop();
    expect(system.stop).toHaveBeenCalledTimes(1);
  });

  it('starts nothing when it is not requested', async () => {
    const start = jest.fn(() => Promise.resolve(running()));
    await offer(start);
    await host.stop();
    expect(start).not.toHaveBeenCalled();
  });

  it('reports to every caller why it did not start', async () => {
    await offer(() => Promise.reject(new StartError('NO_JAVA', 'Java is missing.')));
    const refused = 'The shared system did not start: Java is missing.';
    await expect(sharedSystem()).rejects.toThrow(refused);
    await expect(sharedSystem()).rejects.toThrow(refused);
    await host.stop();
  });

  it('fails the run when a part of it ended unexpectedly', async () => {
    const start: Start = (options) => {
      const end = new StartError('DIED', 'mandate ended.', ['out of memory']);
      options.onUnexpectedEnd?.(end, { name: 'mandate', start: () => Promise.resolve() });
      return Promise.resolve(running()) as unknown as ReturnType<Start>;
    };
    await offer(start as unknown as () => Promise<unknown>);
    await sharedSystem();
    await expect(host.stop()).rejects.toThrow('mandate ended.\nout of memory');
  });
});
