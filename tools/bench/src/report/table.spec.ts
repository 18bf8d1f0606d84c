import { tableOf } from './table.js';

it('shows each result with its aim, and how far it is reached', () => {
  const figures = [
    { id: 'r', name: 'rate', value: 1500, unit: '/s' },
    { id: 'm', name: 'multiple', value: 4, unit: '×', aim: 3 },
    { id: 't', name: 'time', value: 12.34, unit: 'ms', aim: 25 },
  ];
  expect(tableOf({ parts: [{ part: 'create', title: 'a link', figures }] }).split('\n')).toEqual([
    '                  result         aim   of the aim',
    'create: a link',
    '    rate          1500/s',
    '    multiple       4.00×     ≤ 3.00×         75 %',
    '    time         12.3 ms   ≤ 25.0 ms        203 %',
  ]);
});
