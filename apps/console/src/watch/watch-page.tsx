import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Title, useDataProvider } from 'react-admin';
import type { ConsoleDataProvider } from '../api/data-provider.js';
import { useSession } from '../api/use-session.js';
import { Unanswered } from '../parts/parts.js';
import { FigureCard } from './figure-card.js';
import { daysOf, groupedFigures } from './figure-series.js';

interface Period {
  readonly customer_app_id: string;
  readonly date_from: string;
  readonly date_to: string;
}

const LAST_WEEK: Period = { customer_app_id: '', date_from: '', date_to: '' };

export default function WatchPage() {
  const [period, setPeriod] = useState(LAST_WEEK);
  const { figures: read } = useDataProvider<ConsoleDataProvider>();
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey: ['figures', period],
    queryFn: () => read({ ...period }),
    placeholderData: (before) => before,
  });
  const figures = groupedFigures(data?.figures ?? []);
  const days = daysOf(period, dataUpdatedAt);
  return (
    <Box sx={{ pt: 2 }}>
      <Title title="Watch" />
      <PeriodForm period={period} onChange={setPeriod} onAgain={() => void refetch()} />
      <Box sx={{ height: 4, mb: 1.5 }}>{isFetching && <LinearProgress aria-label="Loading" />}</Box>
      {error && <Alert severity="error">{error.message}</Alert>}
      <Unanswered services={data?.unanswered} />
      {/* As in a newspaper: cards of any height without holes. */}
      <Box
        sx={{
          columns: { md: 2 },
          columnGap: 2,
          '& > section': { breakInside: 'avoid', mb: 2 },
          '& > .wide': { columnSpan: 'all' },
        }}
      >
        {figures.map((figure) => (
          <FigureCard key={figure.figure} figure={figure} days={days} />
        ))}
      </Box>
    </Box>
  );
}

interface PeriodFormProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
  readonly onAgain: () => void;
}

/** Of which app and days; without days the last seven. */
function PeriodForm({ period, onChange, onAgain }: PeriodFormProps) {
  const apps = useSession()?.apps ?? [];
  const field = (name: keyof Period) => ({
    size: 'small' as const,
    fullWidth: false,
    margin: 'none' as const,
    value: period[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ ...period, [name]: target.value }),
  });
  const date = { inputLabel: { shrink: true } };
  return (
    <Card sx={{ p: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      <TextField
        select
        label="App"
        {...field('customer_app_id')}
        sx={{ minWidth: 200 }}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      >
        <MenuItem value="">All apps</MenuItem>
        {apps.map(({ customer_app_id: id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <TextField type="date" label="From (UTC)" {...field('date_from')} slotProps={date} />
      <TextField type="date" label="To (UTC)" {...field('date_to')} slotProps={date} />
      <Button onClick={onAgain} sx={{ ml: 'auto' }}>
        Refresh
      </Button>
    </Card>
  );
}
