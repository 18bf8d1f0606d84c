import {
  chartOf,
  daysOf,
  groupedFigures,
  labelsOf,
  shownValue,
  valuesOf,
} from './figure-series.js';

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
    expect(chartOf(ROWS, { by: ['status'] })).toEqual({
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
  [119, { unit: 'seconds' }, '119 s'],
  [5_400, { unit: 'seconds' }, '90 min'],
  [200_000, { unit: 'seconds' }, '2.3 d'],
  [12_500, { unit: 'minor units', currency: 'JPY' }, 'JPY 12,500'],
] as const)('%d is shown with its unit: %j', (value, of, text) => {
  expect(shownValue(value, of)).toBe(text);
});

it('the parts that services give of one figure are one card; units and metrics stay apart', () => {
  const topic = (value: number) => [{ labels: { topic: 'a', state: 'unread' }, value }];
  const metric = 'consumer_lag_messages';
  const groups = groupedFigures([
    { figure: 'CONSUMER_LAG', unit: 'count', metric, rows: topic(1) },
    { figure: 'CONSUMER_LAG', unit: 'seconds', rows: topic(2) },
    { figure: 'CONSUMER_LAG', unit: 'count', metric, rows: topic(3) },
    { figure: 'CONSUMER_LAG', unit: 'count', rows: topic(4) },
  ]);
  expect(groups).toEqual([
    {
      figure: 'CONSUMER_LAG',
      parts: [
        { unit: 'count', metric, words: 'To be read', rows: [...topic(1), ...topic(3)] },
        { unit: 'seconds', words: 'Age of the oldest to be published', rows: topic(2) },
        { unit: 'count', words: 'To be published', rows: topic(4) },
      ],
    },
  ]);
});

describe('the days of a chart', () => {
  const now = Date.parse('2026-11-27T00:40:00Z');

  it('are those of the period, or the last seven', () => {
    const last = { date_from: '', date_to: '' };
    expect(daysOf(last, now)).toEqual(
      ['21', '22', '23', '24', '25', '26', '27'].map((day) => `2026-11-${day}`),
    );
    expect(daysOf({ date_from: '2026-11-01', date_to: '2026-11-02' }, now)).toEqual([
      '2026-11-01',
      '2026-11-02',
    ]);
    expect(daysOf({ date_from: '2020-01-01', date_to: '2026-11-02' }, now)).toEqual([]);
  });

  it('are shown although nothing happened on them', () => {
    const { names, series } = chartOf(ROWS, { by: ['status'], days: ['2026-10-31'] });
    expect(names).toEqual(['2026-10-31', '2026-11-01', '2026-11-02']);
    expect(series[0]?.values).toEqual([0, 0, 12]);
  });
});

it('deadlines stand in the order of the days that are left', () => {
  const rows = ['more', '7', '0'].map((days_left) => ({ labels: { days_left }, value: 1 }));
  expect(chartOf(rows).names).toEqual(['0 days left', '7 days left', 'more than a week']);
});
