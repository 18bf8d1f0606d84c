import type { INestApplication } from '@nestjs/common';
import { ConfigError } from '@towpath/config';
import { Metrics, silentLogger } from '@towpath/observability';

import { runMain, StartupError, type MainProcess } from '../index.js';
import { rememberServing, type Serving } from './serving.js';

function fakeProcess() {
  const listeners = new Map<string, ((reason?: unknown) => void)[]>();
  const output: string[] = [];
  const exits: number[] = [];
  const listen = (event: string, listener: (reason?: unknown) => void) => {
    listeners.set(event, [...(listeners.get(event) ?? []), listener]);
  };
  const host: MainProcess = {
    once: listen,
    on: listen,
    exit: (code) => void exits.push(code),
    stderr: { write: (text: string) => output.push(text) },
  };
  const emit = (event: string, reason?: unknown) => {
    const waiting = listeners.get(event) ?? [];
    listeners.set(event, []);
    for (const listener of waiting) listener(reason);
  };
  return { host, emit, output, exits };
}

function appThat(close: () => Promise<void>): INestApplication {
  const adapter = {};
  const app = {
    close,
    getHttpAdapter: () => adapter,
    get: () => new Metrics('test'),
  } as unknown as INestApplication;
  rememberServing(app, { logger: silentLogger(), ports: [] } as unknown as Serving);
  return app;
}

describe('runMain', () => {
  it.each<[string, Error, string]>([
    ['a taken port', new StartupError('Port 1 is in use.'), 'Port 1 is in use.'],
    ['bad configuration', new ConfigError(['A is missing.', 'B.']), 'A is missing.\nB.'],
  ])('logs %s as sentences without a stack and ends with 1', async (_case, error, message) => {
    const { host, output, exits } = fakeProcess();
    await runMain('sample', () => Promise.reject(error), host);
    const line = { level: 'fatal', service: 'sample', time: expect.any(String), message };
    expect(output.map((text) => JSON.parse(text) as unknown)).toEqual([line]);
    expect(exits).toEqual([1]);
  });

  it('logs the stack of an unknown error', async () => {
    const { host, output, exits } = fakeProcess();
    await runMain('sample', () => Promise.reject(new Error('surprise')), host);
    const { error } = JSON.parse(output.join()) as { error: { stack: string } };
    expect(error.stack).toMatch(/Error: surprise\n\s+at /);
    expect(exits).toEqual([1]);
  });

  it('closes the app once on a signal and ends with 0', async () => {
    const { host, emit, exits } = fakeProcess();
    let closed = 0;
    const app = appThat(() => Promise.resolve(void (closed += 1)));
    await runMain('sample', () => Promise.resolve(app), host);
    emit('SIGTERM');
    await Promise.resolve();
    await Promise.resolve();
    expect([closed, exits]).toEqual([1, [0]]);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ])('ends with the code of %s on that signal during the start', async (signal, code) => {
    const { host, emit, exits } = fakeProcess();
    void runMain('sample', () => Promise.withResolvers<void>().promise, host);
    emit(signal);
    expect(exits).toEqual([code]);
    await Promise.resolve();
  });

  it('ends at once on a second signal', async () => {
    const { host, emit, exits } = fakeProcess();
    const app = appThat(() => Promise.withResolvers<void>().promise);
    await runMain('sample', () => Promise.resolve(app), host);
    emit('SIGINT');
    expect(exits).toEqual([]);
    emit('SIGINT');
    expect(exits).toEqual([130]);
  });

  it.each(['unhandledRejection', 'uncaughtException'])(
    'closes the app and ends with 1 after an %s',
    async (event) => {
      const { host, emit, exits } = fakeProcess();
      const closing = Promise.withResolvers<void>();
      let closed = 0;
      const close = () => {
        closed += 1;
        return closing.promise;
      };
      await runMain('sample', () => Promise.resolve(appThat(close)), host);
      emit(event, new Error('nobody expected this'));
      expect([closed, exits]).toEqual([1, []]);
      closing.resolve();
      await closing.promise;
      await Promise.resolve();
      expect(exits).toEqual([1]);
    },
  );

  it('exits after a rejection that no code handles', async () => {
    const { host, emit, output, exits } = fakeProcess();
    await runMain('sample', () => Promise.resolve(undefined), host);
    emit('unhandledRejection', new Error('forgotten'));
    expect(output.join()).toContain('forgotten');
    expect(exits).toEqual([1]);
  });
});
