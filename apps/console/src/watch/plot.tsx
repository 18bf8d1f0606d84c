import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import { isCurrency } from '@towpath/kernel';
import { BarChart } from '@mui/x-charts/BarChart';
import type { Figure } from '@towpath/contracts/operator';
import { toneOf } from '../parts/words.js';
import { shownValue, type Chart } from './figure-series.js';

interface PlotProps {
  readonly chart: Chart;
  readonly unit: Figure['unit'];
  readonly currency?: string | undefined;
}

const HEIGHT = 260;
/** Room for the labels: what does not fit is left out. */
const AXIS = 34;

const RANGES: Readonly<Partial<Record<Figure['unit'], object>>> = {
  rate: { min: 0, max: 1 },
  count: { tickMinStep: 1 },
};

/** Bars by day, or one bar for each name. */
export function Plot({ chart, unit, currency }: PlotProps) {
  const shown = (value: number | null) => shownValue(value ?? 0, { unit, currency });
  const colours = useColours();
  if (!chart.isByDay) return <Bars chart={chart} unit={unit} />;
  const series = chart.series.map(({ label, values }, index) => ({
    data: [...values],
    valueFormatter: shown,
    color: colours(label, index),
    // Shares of several series are no sum.
    ...(unit !== 'rate' && { stack: 'all' }),
    ...(label !== '' && { label }),
  }));
  const axis = { valueFormatter: (value: number) => brief(value, shown) };
  return (
    <>
      <Box aria-hidden="true">
        <BarChart
          height={HEIGHT}
          series={series}
          xAxis={[{ scaleType: 'band', data: chart.names.map(dayAndMonth), height: AXIS }]}
          yAxis={[{ ...axis, width: 64, ...RANGES[unit] }]}
          grid={{ horizontal: true }}
          margin={{ left: 0, right: 8 }}
          disableKeyboardNavigation
          skipAnimation
        />
      </Box>
      <Values chart={chart} shown={shown} />
    </>
  );
}

type BarsProps = Pick<PlotProps, 'chart' | 'unit'>;

/** A name, its value and a bar below them: long names need no more room on a phone. */
function Bars({ chart: { names, series }, unit }: BarsProps) {
  const values = names.map((_name, index) => Math.abs(series[0]?.values[index] ?? 0));
  const most = unit === 'rate' ? 1 : Math.max(...values);
  const widthOf = (value: number) => (most > 0 ? `${Math.round((100 * value) / most)}%` : '0');
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', rowGap: 1.5 }}>
      {names.map((name, index) => (
        <Box
          key={name}
          sx={{ display: 'grid', gridTemplateColumns: '1fr auto', columnGap: 2, rowGap: 0.5 }}
        >
          <Typography component="dt" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Typography
            component="dd"
            variant="body2"
            sx={{ m: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
          >
            {shownValue(series[0]?.values[index] ?? 0, {
              unit,
              ...(isCurrency(name) && { currency: name }),
            })}
          </Typography>
          <Box
            component="dd"
            aria-hidden="true"
            sx={{ m: 0, gridColumn: '1 / -1', borderRadius: 1, bgcolor: 'action.hover' }}
          >
            <Box
              style={{ width: widthOf(values[index] ?? 0) }}
              sx={{ height: 8, borderRadius: 1, bgcolor: 'primary.main' }}
            />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** Statuses keep their colour in every plot; other series take the next one. */
function useColours() {
  const { palette } = useTheme();
  const others = [
    palette.primary.main,
    palette.mode === 'light' ? '#0e7c86' : '#5cc8d1',
    palette.mode === 'light' ? '#8a3ea8' : '#d59bea',
    palette.mode === 'light' ? '#a85a1a' : '#f0b27a',
  ];
  return (label: string, index: number): string => {
    const tone = toneOf(label.toUpperCase().replaceAll(' ', '_'));
    return tone === 'default' ? (others[index % others.length] ?? '') : palette[tone].main;
  };
}

interface ValuesProps {
  readonly chart: Chart;
  readonly shown: (value: number) => string;
}

/** The same as a table, for those who do not see bars. */
function Values({ chart: { names, series }, shown }: ValuesProps) {
  return (
    <Box component="details" sx={{ mt: 1 }}>
      <Typography
        component="summary"
        variant="caption"
        color="textSecondary"
        sx={{ cursor: 'pointer' }}
      >
        As a table
      </Typography>
      <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label="Table">
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>Day</TableCell>
              {series.map(({ label }) => (
                <TableCell key={label} align="right">
                  {label}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {names.map((name, row) => (
              <TableRow key={name}>
                <TableCell component="th" scope="row">
                  {name}
                </TableCell>
                {series.map(({ label, values }) => (
                  <TableCell key={label} align="right">
                    {shown(values[row] ?? 0)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </Box>
  );
}

const SHORT = new Intl.NumberFormat('en', { notation: 'compact' });

/** A value of an axis: the code and the cents stand in the table. */
function brief(value: number, shown: (value: number) => string): string {
  const text = shown(value);
  const [, digits] = /^[A-Z]{3} (.+)$/.exec(text) ?? [];
  return digits ? SHORT.format(Number(digits.replaceAll(',', ''))) : text;
}

/** `2026-11-02` as `2 Nov`. */
function dayAndMonth(day: string): string {
  const at = new Date(day);
  if (Number.isNaN(+at)) return day;
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(at);
}
