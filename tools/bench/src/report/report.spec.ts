import type { BenchResult } from '../figures.js';
import { pageOf } from './html.js';
import { tableOf } from './table.js';

const result: BenchResult = {
  failed: [],
  started_at: '2026-01-02T03:04:05.000Z',
  seconds: 1,
  machine: { cpus: 2, cpu_model: 'A <b>', memory_gib: 8, node: 'v24', load_average_before: 0.25 },
  parts: [
    {
      part: 'a',
      title: 'Create',
      figures: [
        { id: 'r', name: 'rate', value: 1500, unit: '/s', aim: { is: 'at least', value: 2000 } },
        { id: 't', name: 'time', value: 12.34, unit: 'ms', aim: { is: 'at most', value: 25 } },
        { id: 'n', name: 'no aim', value: 0.5, unit: 'ms' },
      ],
      plots: [
        { kind: 'bars', title: 'B', unit: 'ms', bars: [{ label: 'x & y', value: 2 }] },
        { kind: 'curves', title: 'C', unit: 'ms', curves: [{ label: 'z', samples: [1, 2, 3] }] },
      ],
    },
  ],
};

it('the table shows each result beside its aim, and how far it is reached', () => {
  expect(tableOf(result).split('\n')).toEqual([
    '              result         aim   of the aim',
    '(a) Create',
    '    rate      1500/s    ≥ 2000/s         75 %',
    '    time     12.3 ms   ≤ 25.0 ms        203 %',
    '    no aim   0.50 ms',
  ]);
});

it('the page has every figure and plot, marks what falls short, and loads nothing', () => {
  const page = pageOf(result);
  expect(page.match(/<svg /g)).toHaveLength(2);
  expect(page).toContain('<td class="short">75 %</td>');
  expect(page).toContain('<td>203 %</td>');
  expect(page).toContain('x &amp; y');
  expect(page).toContain('A &lt;b&gt;');
  expect(page).not.toMatch(/(src|href)=|url\(|@import/);
});
