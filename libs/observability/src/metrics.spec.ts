import { Metrics, RequestMetrics } from './index.js';

const SAMPLED = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const ANSWERED = { method: 'GET', route: '/payments', status: 200 };

describe('metrics as text', () => {
  function measured(traceparent?: string): Metrics {
    const metrics = new Metrics('sample');
    new RequestMetrics(metrics).observe({ ...ANSWERED, traceparent }, 0.02);
    metrics.counter({ name: 'things_total', help: 'Things.', labels: ['kind'] }).inc({ kind: 'a' });
    return metrics;
  }

  it('are the same for Prometheus and in the OpenMetrics format', async () => {
    const metrics = measured();
    const [plain, open] = [await metrics.text(), await metrics.openMetricsText()];
    for (const text of [plain, open, await metrics.text()]) {
      expect(text).toContain('things_total{kind="a",service="sample"} 1');
      expect(text).toMatch(/http_request_duration_seconds_count\{.*route="\/payments".*\} 1/);
    }
    expect(plain).toContain('# TYPE things_total counter');
    expect(open).toContain('# TYPE things counter');
    expect(open.endsWith('# EOF\n')).toBe(true);
  });

  it('name the trace of a recorded request in OpenMetrics', async () => {
    const exemplar = `# {trace_id="${'a'.repeat(32)}"} 0.02`;
    expect(await measured(SAMPLED).openMetricsText()).toContain(exemplar);
    expect(await measured(SAMPLED).text()).not.toContain('trace_id');
    expect(await measured(SAMPLED.replace(/01$/, '00')).openMetricsText()).not.toContain(
      'trace_id',
    );
    expect(await measured().openMetricsText()).not.toContain('trace_id');
  });
});
