import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import type { FigureName, FigureRow } from '@towpath/contracts/operator';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { PARKED_MESSAGES } from '../api/data-provider.js';
import { Code } from '../parts/parts.js';
import { words } from '../parts/words.js';
import { chartOf, FIGURE_WORDS, valuesOf, type FigureGroup } from './figure-series.js';
import { Plot } from './plot.js';

export function FigureCard({ figure }: { readonly figure: FigureGroup }) {
  const title = useId();
  const [name, note] = FIGURE_WORDS[figure.figure];
  return (
    <Card
      component="section"
      aria-labelledby={title}
      sx={{ p: 2, gridColumn: { md: figure.figure === 'MONEY' ? 'span 2' : 'auto' } }}
    >
      <Typography id={title} component="h2" variant="h2">
        {name}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {note}
        {figure.metrics.map((metric) => (
          <span key={metric}>
            {' · '}
            <Code>{metric}</Code>
          </span>
        ))}
      </Typography>
      <Box sx={{ mt: 1.5 }}>
        {figure.parts.map((part) => (
          <Body key={part.unit} figure={figure.figure} part={part} />
        ))}
      </Box>
    </Card>
  );
}

interface BodyProps {
  readonly figure: FigureName;
  readonly part: FigureGroup['parts'][number];
}

function Body({ figure, part: { rows, unit } }: BodyProps) {
  if (rows.length === 0)
    return <Typography color="textSecondary">Nothing in this time.</Typography>;
  if (figure === 'MONEY') return <Money rows={rows} />;
  if (figure === 'LEDGER_CHECK' && rows.every(({ value }) => value === 0))
    return <Agrees rows={rows} />;
  return (
    <>
      <Plot chart={chartOf(rows)} unit={unit} />
      {figure === 'PARKED_MESSAGES' && (
        <Button component={Link} to={`/${PARKED_MESSAGES}`} size="small">
          See them
        </Button>
      )}
    </>
  );
}

interface RowsProps {
  readonly rows: readonly FigureRow[];
}

function Agrees({ rows }: RowsProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'success.main' }}>
      <CheckCircleIcon />
      <Typography>Everything agrees: {valuesOf(rows, 'currency').join(', ')}</Typography>
    </Box>
  );
}

const WAYS = ['status', 'method'];

/** One currency at a time: amounts of two cannot be added. */
function Money({ rows }: RowsProps) {
  const currencies = valuesOf(rows, 'currency');
  const [chosen, setCurrency] = useState<string>();
  const [by, setBy] = useState('status');
  const currency = chosen && currencies.includes(chosen) ? chosen : currencies[0];
  const ofCurrency = rows.filter(({ labels }) => labels['currency'] === currency);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 1 }}>
        <Choice label="Currency" all={currencies} chosen={currency} onChoose={setCurrency} />
        <Choice label="Split by" all={WAYS} chosen={by} onChoose={setBy} />
      </Box>
      <Plot chart={chartOf(ofCurrency, [by])} unit="minor units" currency={currency} />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly all: readonly string[];
  readonly chosen: string | undefined;
  readonly onChoose: (chosen: string) => void;
}

function Choice({ label, all, chosen, onChoose }: ChoiceProps) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      aria-label={label}
      value={chosen}
      onChange={(_event, value: string | null) => value !== null && onChoose(value)}
    >
      {all.map((each) => (
        <ToggleButton key={each} value={each} sx={{ py: 0.25 }}>
          {WAYS.includes(each) ? `By ${words(each).toLowerCase()}` : each}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
