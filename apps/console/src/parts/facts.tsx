import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { currencyFor } from './currency-for.js';
import { Amount, Code, Instant } from './parts.js';
import { words } from './words.js';

interface FactsProps {
  readonly rows: readonly {
    readonly name: string;
    readonly value: ReactNode;
    /** Has facts of its own: these stand below the name, where they have more room. */
    readonly isWhole?: boolean;
  }[];
}

const SIDE_BY_SIDE = {
  display: 'grid',
  columnGap: 2,
  gridTemplateColumns: 'minmax(6.5rem, 1fr) minmax(0, 2fr)',
};
const OWN_LINES = { mt: 0.5, ml: 0.25, pl: 1.5, borderLeft: 2, borderColor: 'divider' };

export function Facts({ rows }: FactsProps) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', rowGap: 0.75 }}>
      {rows.map(({ name, value, isWhole = false }) => (
        <Box key={name} sx={{ ...(!isWhole && SIDE_BY_SIDE), alignItems: 'baseline' }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {words(name)}
          </Typography>
          <Typography
            component="dd"
            variant="body2"
            sx={{ m: 0, overflowWrap: 'anywhere', ...(isWhole && OWN_LINES) }}
          >
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** Whether a value has facts of its own. */
export function isWhole(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const parts: readonly unknown[] = Object.values(value);
  return Array.isArray(value) ? parts.some(isWhole) : parts.length > 0;
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
  const around = Array.isArray(value) ? of : { ...of, ...value };
  const rows = Object.entries(value).map(([name, part]: [string, unknown], index) => {
    const at = Array.isArray(value)
      ? { ...place, indexes: [...place.indexes, index] }
      : { ...place, path: `${place.path}.${name}` };
    const shown = <Value value={part} of={around} place={at} {...(instead && { instead })} />;
    return {
      name: Array.isArray(value) ? `${index + 1}` : name,
      value: shown,
      isWhole: isWhole(part),
    };
  });
  if (rows.length === 0) return 'None';
  if (!Array.isArray(value)) return <Facts rows={rows} />;
  if (rows.length === 1) return rows[0]?.value;
  return isWhole(value) ? <Facts rows={rows} /> : <Simple rows={rows} />;
}

/** The values of a list that are neither objects nor lists. */
function Simple({ rows }: FactsProps) {
  return rows.map(({ name, value }) => <div key={name}>{value}</div>);
}
