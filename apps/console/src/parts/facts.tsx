import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { currencyFor } from './currency-for.js';
import { Amount, Code, Instant } from './parts.js';
import { words } from './words.js';

interface FactsProps {
  /** Within another fact: names and values share a line where there is room. */
  readonly isInner?: boolean;
  readonly rows: readonly { readonly name: string; readonly value: ReactNode }[];
}

export function Facts({ rows, isInner = false }: FactsProps) {
  const line = isInner
    ? { display: 'flex', flexWrap: 'wrap', columnGap: 1 }
    : {
        display: 'grid',
        columnGap: 2,
        gridTemplateColumns: 'minmax(7.5rem, 2fr) minmax(0, 3fr)',
      };
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', rowGap: 0.75 }}>
      {rows.map(({ name, value }) => (
        <Box key={name} sx={{ ...line, alignItems: 'baseline' }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {words(name)}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** Where a value is: the path of its member, and its places in the lists on the way there. */
export interface Place {
  readonly path: string;
  readonly indexes: readonly number[];
}

interface ValueProps {
  readonly value: unknown;
  /** What the value is a member of: tells the currency of an amount. */
  readonly of?: Readonly<Record<string, unknown>>;
  readonly place: Place;
  /** What stands in the place of a value, such as one that is masked. */
  readonly instead?: (place: Place) => ReactNode;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const CODE = /^[0-9A-HJKMNP-TV-Z]{26}$|^https?:/;
const WHOLE = /^-?\d+$/;

/** Any value of an answer, with all that is in it. */
export function Value({ value, of = {}, place, instead }: ValueProps): ReactNode {
  const other = instead?.(place);
  if (other !== undefined) return other;
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number' || (typeof value === 'string' && WHOLE.test(value))) {
    const currency = currencyFor(place.path.split('.').at(-1) ?? '', of);
    return currency ? <Amount amount={Number(value)} currency={currency} /> : String(value);
  }
  if (typeof value === 'string') {
    if (INSTANT.test(value)) return <Instant at={value} />;
    return CODE.test(value) ? <Code>{value}</Code> : value;
  }
  if (Array.isArray(value)) {
    const rows = value.map((each: unknown, index) => {
      const at = { path: place.path, indexes: [...place.indexes, index] };
      const part = <Value value={each} of={of} place={at} {...(instead && { instead })} />;
      return { name: String(index + 1), value: part };
    });
    return rows.length === 1 ? rows[0]?.value : <Inner rows={rows} />;
  }
  const around = { ...of, ...value };
  const rows = Object.entries(value).map(([name, part]: [string, unknown]) => {
    const at = { ...place, path: `${place.path}.${name}` };
    const shown = <Value value={part} of={around} place={at} {...(instead && { instead })} />;
    return { name, value: shown };
  });
  return <Inner rows={rows} />;
}

function Inner({ rows }: Pick<FactsProps, 'rows'>) {
  return rows.length > 0 ? <Facts isInner rows={rows} /> : 'None';
}
