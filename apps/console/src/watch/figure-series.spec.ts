import { chartOf, labelsOf, shownValue, valuesOf } from './figure-series.js';

const ROWS = [
  { labels: { currency: 'HKD', status: 'EXECUTED', method: 'CARD' }, day: '2026-11-02', value: 5 },
  {
    labels: { currency: 'HKD', status: 'EXECUTED', method: 'MANDATE' },
    day: '2026-11-02',
    value: 7,
  },
  { labels: { currency: 'HKD', status: 'FAILED', method: 'CARD' }, day: '2026-11-01', value: 1 },
];

describe('the chart of a figure', () => {
  it('adds up by day and the chosen label, days in their order', () => {
    expect(chartOf(ROWS, ['status'])).toEqual({
      isByDay: true,
      names: ['2026-11-01', '2026-11-02'],
      series: [
        { label: 'Executed', values: [0, 12] },
        { label: 'Failed', values: [1, 0] },
      ],
    });
  });

  it('has one bar for each row without days, named by all labels', () => {
    const rows = [
      { labels: { code: 'EXPIRED_CARD', gateway: 'GW1' }, value: 3 },
      { labels: { code: 'EXPIRED_CARD', gateway: 'GW2' }, value: 4 },
    ];
    expect(chartOf(rows)).toEqual({
      isByDay: false,
      names: ['Expired card · GW1', 'Expired card · GW2'],
      series: [{ label: '', values: [3, 4] }],
    });
  });

  it('knows the labels and their values', () => {
    expect(labelsOf(ROWS)).toEqual(['currency', 'status', 'method']);
    expect(valuesOf(ROWS, 'method')).toEqual(['CARD', 'MANDATE']);
  });
});

it.each([
  [0.9471, { unit: 'rate' }, '94.7 %'],
  [1_204, { unit: 'count' }, '1,204'],
  [2.14, { unit: 'seconds' }, '2.1 s'],
  [12_500, { unit: 'minor units', currency: 'JPY' }, 'JPY 12,500'],
] as const)('%d is shown with its unit: %j', (value, of, text) => {
  expect(shownValue(value, of)).toBe(text);
});
