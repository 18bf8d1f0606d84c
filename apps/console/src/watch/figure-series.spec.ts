import { chartOf, groupedFigures, labelsOf, shownValue, valuesOf } from './figure-series.js';

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

it('the parts that services give of one figure are one card, a part for each unit', () => {
  const topic = (value: number) => [{ labels: { topic: 'a', state: 'unread' }, value }];
  const groups = groupedFigures([
    { figure: 'CONSUMER_LAG', unit: 'count', metric: 'lag', rows: topic(1) },
    { figure: 'CONSUMER_LAG', unit: 'seconds', rows: topic(2) },
    { figure: 'CONSUMER_LAG', unit: 'count', metric: 'lag', rows: topic(3) },
  ]);
  expect(groups).toEqual([
    {
      figure: 'CONSUMER_LAG',
      metrics: ['lag'],
      parts: [
        { unit: 'count', rows: [...topic(1), ...topic(3)] },
        { unit: 'seconds', rows: topic(2) },
      ],
    },
  ]);
});

it('deadlines stand in the order of the days that are left', () => {
  const rows = ['more', '7', '0'].map((days_left) => ({ labels: { days_left }, value: 1 }));
  expect(chartOf(rows).names).toEqual(['0 days left', '7 days left', 'more than a week']);
});
