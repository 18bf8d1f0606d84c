import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import type { FigureRow } from '@towpath/contracts/operator';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { PARKED_MESSAGES } from '../api/data-provider.js';
import { Code } from '../parts/parts.js';
import { chartOf, FIGURE_WORDS, valuesOf, type FigureGroup } from './figure-series.js';
import { Plot } from './plot.js';

interface FigureCardProps {
  readonly figure: FigureGroup;
  readonly days: readonly string[];
}

export function FigureCard({ figure: { figure, parts }, days }: FigureCardProps) {
  const title = useId();
  const { name, note } = FIGURE_WORDS[figure];
  return (
    <Card
      component="section"
      aria-labelledby={title}
      className={figure === 'MONEY' ? 'wide' : ''}
      sx={{ p: 2 }}
    >
      <Typography id={title} component="h2" variant="h2">
        {name}
      </Typography>
      <Typography component="p" variant="caption" color="textSecondary">
        {note}
      </Typography>
      <Parts figure={figure} parts={parts} days={days} />
      {figure === 'PARKED_MESSAGES' && parts.some(({ rows }) => rows.length > 0) && (
        <Button component={Link} to={`/${PARKED_MESSAGES}`} size="small" sx={{ mt: 1 }}>
          See them
        </Button>
      )}
    </Card>
  );
}

interface PartsProps extends FigureGroup {
  readonly days: readonly string[];
}

/** Those that have something to show; without any, one sentence. */
function Parts({ figure, parts, days }: PartsProps) {
  const { none, isGood = false } = FIGURE_WORDS[figure];
  const isChecked = figure !== 'LEDGER_CHECK' || parts.some(({ rows }) => rows.length > 0);
  const full = parts
    .map((part) => ({ ...part, rows: isGood ? part.rows.filter(isSomething) : part.rows }))
    .filter(({ rows }) => rows.length > 0);
  const isQuiet = full.every(({ unit }) => isGood && unit === 'seconds');
  return (
    <>
      {isQuiet &&
        (isChecked ? <None text={none} isGood={isGood} /> : <None text="Not checked yet." />)}
      {full.map((part) => (
        <Box key={`${part.unit} ${part.metric ?? ''}`} sx={{ mt: 2 }}>
          {part.words && (
            <Typography component="h3" variant="h3" sx={{ mb: 0.75 }}>
              {part.words}
            </Typography>
          )}
          {figure === 'MONEY' ? (
            <Money rows={part.rows} days={days} />
          ) : (
            <Plot chart={chartOf(part.rows, { days })} unit={part.unit} />
          )}
          {part.metric && (
            <Typography component="p" variant="caption" color="textSecondary" sx={{ mt: 1 }}>
              Metric <Code>{part.metric}</Code>
            </Typography>
          )}
        </Box>
      ))}
    </>
  );
}

const isSomething = ({ value }: FigureRow): boolean => value !== 0;

function None({ text, isGood = false }: { readonly text: string; readonly isGood?: boolean }) {
  return (
    <Box
      sx={{
        mt: 1.5,
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        color: isGood ? 'success.main' : 'text.secondary',
      }}
    >
      {isGood && <CheckCircleIcon />}
      <Typography>{text}</Typography>
    </Box>
  );
}

interface MoneyProps {
  readonly rows: readonly FigureRow[];
  readonly days: readonly string[];
}

/** What is never added up: money of tests and real money, of two currencies, in and out. */
const APART = [
  { label: 'of', name: 'What', first: 'payment' },
  { label: 'app_type', name: 'Kind of app', first: 'LIVE' },
  { label: 'currency', name: 'Currency', first: '' },
] as const;
const WAYS = ['status', 'method'];

function Money({ rows, days }: MoneyProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [by, setBy] = useState('status');
  let left = rows;
  const choices = APART.map(({ label, name, first }) => {
    const all = valuesOf(left, label);
    const wanted = [chosen[label], first].find((each) => each && all.includes(each)) ?? all[0];
    left = left.filter(({ labels }) => labels[label] === wanted);
    return { label, name, all, wanted };
  });
  const currency = choices.find(({ label }) => label === 'currency')?.wanted;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 1 }}>
        {choices
          .filter(({ all }) => all.length > 0)
          .map(({ label, name, all, wanted }) => (
            <Choice
              key={label}
              label={name}
              all={all}
              chosen={wanted}
              textOf={(value) => CHOICE_WORDS[value] ?? value}
              onChoose={(value) => setChosen({ ...chosen, [label]: value })}
            />
          ))}
        <Choice
          label="Split by"
          all={WAYS}
          chosen={by}
          textOf={(way) => `By ${way}`}
          onChoose={setBy}
        />
      </Box>
      <Plot chart={chartOf(left, { by: [by], days })} unit="minor units" currency={currency} />
    </>
  );
}

const CHOICE_WORDS: Readonly<Record<string, string>> = {
  payment: 'Payments',
  refund: 'Refunds',
  payout: 'Payouts',
  LIVE: 'Live',
  TEST: 'Test',
};

interface ChoiceProps {
  readonly label: string;
  readonly all: readonly string[];
  readonly chosen: string | undefined;
  readonly textOf: (value: string) => string;
  readonly onChoose: (chosen: string) => void;
}

function Choice({ label, all, chosen, textOf, onChoose }: ChoiceProps) {
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
          {textOf(each)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
