import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { SERVICE_NAMES } from '@towpath/contracts';
import { createSandboxApp, startSystem, temporaryFolder, type System } from '@towpath/local-system';
import { eventually, Merchant, ApiClient, paymentOrder } from '@towpath/testing';
import { stringify } from 'yaml';
import { consumedBy } from '../kafka-traffic.js';
import { readRules, runPromtool } from './promtool.fixture.js';

jest.setTimeout(240_000);

/** Longer than any rule waits, and rounded up: what is true now stays true for so long. */
const HOURS = 3;
const PATIENCE = { deadlineMs: 120_000 };

// Runs where promtool is: `npm test` says so when it is left out.
describe('a fresh system', () => {
  const folder = temporaryFolder();
  let system: System;
  beforeAll(async () => {
    system = await startSystem({ dataDir: join(folder, 'data'), durable: false });
    const app = await createSandboxApp(system, { name: 'Shop' });
    const merchant = new Merchant(new ApiClient(system.baseUrl), app);
    await merchant.createPaymentLink({ body: paymentOrder() });
  });
  afterAll(async () => {
    await system?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const metricsOf = async (service: string): Promise<string> =>
    (await fetch(`${system.service(service).internalUrl}/metrics`)).text();

  it('fires no alert on its own metrics', async () => {
    const consumers = SERVICE_NAMES.filter((name) => consumedBy(name).length > 0);
    await eventually(async () => {
      const texts = await Promise.all(SERVICE_NAMES.map(metricsOf));
      const count = (line: RegExp) => texts.filter((text) => line.test(text)).length;
      return (
        count(/^consumer_connected\{.*\} 1$/m) === consumers.length &&
        count(/^outbox_relay_leader\{.*\} 1$/m) === SERVICE_NAMES.length &&
        count(/^ledger_drift_age_seconds\{/m) === 1
      );
    }, PATIENCE);
    const series = await Promise.all(
      SERVICE_NAMES.map(async (name) => seriesIn(name, await metricsOf(name))),
    );
    expect(runPromtool(testOf(series.flat()))).toEqual([]);
  });
});

interface Series {
  readonly series: string;
  readonly values: string;
}

/** What Prometheus reads of a service by the `ServiceMonitor`, unchanged for hours. */
function seriesIn(service: string, text: string): Series[] {
  const lines = [...text.matchAll(/^(\w+)\{(.*)\} (\S+)$/gm)];
  if (lines.length < 50) throw new Error(`${service} has ${lines.length} metrics only: ${text}`);
  const target = `pod="${service}-0",namespace="towpath",app_kubernetes_io_part_of="towpath"`;
  const series = (name: string, labels: string, value: string) => ({
    series: `${name}{${labels},${target}}`,
    values: `${value}+0x${HOURS * 60}`,
  });
  return [
    series('up', `service="${service}"`, '1'),
    ...lines
      .filter(([, , , value]) => Number.isFinite(Number(value)))
      .map(([, name = '', labels = '', value = '']) => series(name, labels, value)),
  ];
}

/** One test of all rules, in which none may fire. */
function testOf(input: readonly Series[]): string {
  const alerts = readRules().groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  const times = ['5m', '20m', `${HOURS - 1}h`];
  const none = times.flatMap((time) =>
    alerts.map((alertname) => ({ alertname, eval_time: time, exp_alerts: [] })),
  );
  return stringify({
    rule_files: ['rules.yaml'],
    evaluation_interval: '1m',
    tests: [{ interval: '1m', input_series: input, alert_rule_test: none }],
  });
}
