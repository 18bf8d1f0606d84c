import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

import {
  currentTraceparent,
  newTraceparent,
  openSpan,
  parseTraceparent,
  requestContext,
  startTracing,
  traceIdOf,
  withSpan,
} from './index.js';

const incoming = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

describe('the traceparent header', () => {
  it.each([
    [incoming, incoming],
    [`00-${'0'.repeat(32)}-${'b'.repeat(16)}-01`, undefined],
    [`00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`, undefined],
    [`ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, undefined],
    [`01-${'a'.repeat(32)}-${'b'.repeat(16)}-ff-later`, incoming],
    ['00-abc-def-01', undefined],
    [['x'], undefined],
    [undefined, undefined],
  ])('reads %j as %j', (raw, expected) => {
    expect(parseTraceparent(raw)).toBe(expected);
  });

  it('is created valid and not sampled', () => {
    const made = newTraceparent();
    expect(parseTraceparent(made)).toBe(made);
    expect(made?.endsWith('-00')).toBe(true);
    expect(newTraceparent()).not.toBe(made);
  });
});

describe('tracing without a collector', () => {
  it('still passes the trace of the request on', async () => {
    await startTracing({ service: 'sample' });
    expect(openSpan('GET /x', { kind: 'SERVER', traceparent: incoming })).toBeUndefined();
    await requestContext.run({ requestId: 'r', traceparent: incoming }, async () => {
      await withSpan('inner', {}, async () => {
        await Promise.resolve();
        expect(currentTraceparent()).toBe(incoming);
      });
    });
    expect(currentTraceparent()).toBeUndefined();
  });
});

describe('tracing with a span processor', () => {
  const exporter = new InMemorySpanExporter();

  it('joins request and inner spans, marks failures and removes secrets from their text', async () => {
    const tracing = await startTracing({
      service: 'sample',
      processor: new SimpleSpanProcessor(exporter),
    });
    const span = openSpan('GET /x', { kind: 'SERVER', traceparent: incoming });
    expect(traceIdOf(span?.traceparent)).toBe('a'.repeat(32));
    const failure = withSpanInside(span, () =>
      withSpan('charge', { attempt: 1 }, () =>
        Promise.reject(new Error('card 4242424242424242 declined')),
      ),
    );
    await expect(failure).rejects.toThrow('declined');
    span?.end({ attributes: { 'http.response.status_code': 200 } });
    const [charge, request] = exporter.getFinishedSpans();
    expect(charge).toMatchObject({ name: 'charge', attributes: { attempt: 1 } });
    expect(charge?.status.message).toBe('card [redacted] declined');
    expect(charge?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
    expect(request?.parentSpanContext?.spanId).toBe('b'.repeat(16));
    exporter.reset();
    const root = openSpan('GET /y', { kind: 'SERVER' });
    root?.end({ attributes: {} });
    expect(exporter.getFinishedSpans()).toMatchObject([{ name: 'GET /y' }]);
    expect(exporter.getFinishedSpans()[0]?.parentSpanContext).toBeUndefined();
    await tracing.shutdown();
  });

  function withSpanInside<T>(span: ReturnType<typeof openSpan>, work: () => T): T {
    if (!span) throw new Error('tracing is off');
    return span.run(work);
  }
});
