import { tracedFetch } from './traced-fetch.js';

describe('tracedFetch', () => {
  function recorded() {
    const sent: Headers[] = [];
    const traced = tracedFetch((_input, init) => {
      sent.push(new Headers(init?.headers));
      return Promise.resolve(new Response());
    });
    return { sent, traced };
  }

  it('gives the requests of a page one trace, each a span of its own', async () => {
    const { sent, traced } = recorded();
    await traced('/a', { method: 'POST', headers: { 'content-type': 'application/json' } });
    await traced('/b');
    const parents = sent.map((headers) => headers.get('traceparent')?.split('-') ?? []);
    expect(parents.map(([version, , , flags]) => [version, flags])).toEqual([
      ['00', '01'],
      ['00', '01'],
    ]);
    expect(parents[0]?.[1]).toMatch(/^[0-9a-f]{32}$/);
    expect(parents[0]?.[1]).toBe(parents[1]?.[1]);
    expect(parents[0]?.[2]).toMatch(/^[0-9a-f]{16}$/);
    expect(parents[0]?.[2]).not.toBe(parents[1]?.[2]);
    expect(sent[0]?.get('content-type')).toBe('application/json');
  });

  it('gives another page another trace', async () => {
    const [one, two] = [recorded(), recorded()];
    await one.traced('/a');
    await two.traced('/a');
    const traceOf = ({ sent }: typeof one) => sent[0]?.get('traceparent')?.split('-')[1];
    expect(traceOf(one)).not.toBe(traceOf(two));
  });
});
