import {
  HealthRegistry,
  Metrics,
  RequestMetrics,
  ShutdownHooks,
  silentLogger,
  type Logger,
} from './index.js';

describe('Metrics', () => {
  it('returns the same metric for the same name', async () => {
    const metrics = new Metrics('sample');
    const options = { name: 'moves_total', help: 'Moves.', labels: ['to'] };
    metrics.counter(options).inc({ to: 'PAID' });
    metrics.counter(options).inc({ to: 'PAID' });
    expect(await metrics.text()).toContain('moves_total{to="PAID",service="sample"} 2');
  });

  it('reads gauges when scraped', async () => {
    const metrics = new Metrics('sample');
    metrics.gauge({ name: 'outbox_rows', help: 'Rows.', collect: (gauge) => gauge.set(7) });
    expect(await metrics.text()).toContain('outbox_rows{service="sample"} 7');
  });

  it('keeps the registries of two services in one process apart', async () => {
    const [first, second] = [new Metrics('first'), new Metrics('second')];
    new RequestMetrics(first).observe({ method: 'GET', route: '/x', status: 200 }, 0.004);
    expect(await first.text()).toContain('le="0.005",service="first",method="GET"');
    expect(await second.text()).not.toContain('http_request_duration_seconds');
  });
});

/** Hands each line's check or step, and its reason, to `take`. */
function recorded(take: (name: string, reason?: string) => void): Logger {
  const log = (line: { check?: string; step?: string; reason?: string }) =>
    take(line.check ?? line.step ?? '', line.reason);
  return { info: log, warn: log } as unknown as Logger;
}

describe('HealthRegistry', () => {
  it('is ready when every check passes, and otherwise names the failing check', async () => {
    const reasons: string[] = [];
    const health = new HealthRegistry(recorded((name) => reasons.push(name)));
    health.register('database', () => Promise.resolve());
    expect(await health.ready()).toEqual({ status: 'ok', checks: { database: 'ok' } });
    health.register('kafka', () => Promise.reject(new Error('password=hunter2')));
    const report = await health.ready();
    expect(report).toEqual({ status: 'failing', checks: { database: 'ok', kafka: 'failing' } });
    expect(reasons).toEqual(['kafka']);
  });

  it('reports when a check begins to fail and when it passes again, not each time', async () => {
    const reports: string[] = [];
    const health = new HealthRegistry(
      recorded((name, reason) => reports.push(reason ? `${name}: ${reason}` : `${name} passes`)),
    );
    let reason: string | undefined;
    health.register('consumer', () => {
      if (reason !== undefined) throw new Error(reason);
    });
    await health.ready();
    reason = 'has not joined';
    await health.ready();
    await health.ready();
    reason = undefined;
    await health.ready();
    await health.ready();
    expect(reports).toEqual(['consumer: has not joined', 'consumer passes']);
    reason = 'was thrown out';
    await health.ready();
    expect(reports).toHaveLength(3);
  });

  it('counts a check that hangs as failing', async () => {
    const health = new HealthRegistry(silentLogger(), 5);
    health.register('database', () => Promise.withResolvers<void>().promise);
    expect((await health.ready()).status).toBe('failing');
  });

  it('is alive but not ready while it drains', async () => {
    const health = new HealthRegistry();
    health.beginDrain();
    expect((await health.ready()).status).toBe('failing');
    expect(health.live().status).toBe('ok');
  });

  it('refuses two checks of one name', () => {
    const health = new HealthRegistry();
    health.register('database', () => undefined);
    expect(() => health.register('database', () => undefined)).toThrow('registered twice');
  });
});

describe('ShutdownHooks', () => {
  it('run each step once, last registered first, past failures and steps that hang', async () => {
    const done: string[] = [];
    const failed: string[] = [];
    const hooks = new ShutdownHooks(
      recorded((step) => failed.push(step)),
      5,
    );
    hooks.register('database', () => void done.push('database'));
    hooks.register('hanging', () => Promise.withResolvers<void>().promise);
    hooks.register('failing', () => Promise.reject(new Error('no')));
    hooks.register('http', () => void done.push('http'));
    await Promise.all([hooks.run(), hooks.run()]);
    expect(done).toEqual(['http', 'database']);
    expect(failed).toEqual(['failing', 'hanging']);
  });
});
