import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
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
const BAR_HEIGHT = 34;
/** Room for the labels: what does not fit is left out. */
const AXIS = 34;
const AROUND = 74;

/** Bars by day, or one bar for each name; the same as a table for those who do not see bars. */
export function Plot({ chart, unit, currency }: PlotProps) {
  const shown = (value: number | null) => shownValue(value ?? 0, { unit, currency });
  const colours = useColours();
  const series = chart.series.map(({ label, values }, index) => ({
    data: [...values],
    valueFormatter: shown,
    color: colours(label, index),
    ...(label !== '' && { label }),
    ...(chart.isByDay && { stack: 'all' }),
  }));
  const axis = { valueFormatter: (value: number) => brief(value, shown) };
  return (
    <>
      <Box aria-hidden="true">
        {chart.isByDay ? (
          <BarChart
            height={HEIGHT}
            series={series}
            xAxis={[{ scaleType: 'band', data: chart.names.map(dayAndMonth), height: AXIS }]}
            yAxis={[{ ...axis, width: 64 }]}
            grid={{ horizontal: true }}
            margin={{ left: 0, right: 8 }}
            disableKeyboardNavigation
            skipAnimation
          />
        ) : (
          <BarChart
            layout="horizontal"
            height={chart.names.length * BAR_HEIGHT + AROUND}
            series={series}
            yAxis={[{ scaleType: 'band', data: [...chart.names], width: 150 }]}
            xAxis={[{ ...axis, height: AXIS, ...(unit === 'rate' && { min: 0, max: 1 }) }]}
            grid={{ vertical: true }}
            margin={{ left: 0, right: 16 }}
            hideLegend
            disableKeyboardNavigation
            skipAnimation
          />
        )}
      </Box>
      <Values chart={chart} shown={shown} />
    </>
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
          {series.some(({ label }) => label !== '') && (
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
          )}
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
