import LockIcon from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ConsoleResourceResponse } from '@towpath/contracts/operator';
import { useState, type ReactNode } from 'react';
import { usePermissions } from 'react-admin';
import { Amount, Code, Instant } from '../parts/parts.js';
import { words } from '../parts/words.js';
import { currencyFor, memberGroups, type Member } from './member-groups.js';
import { UnmaskDialog } from './unmask-dialog.js';

interface MembersProps {
  readonly resource: ConsoleResourceResponse;
}

export function Members({ resource }: MembersProps) {
  const { permissions } = usePermissions();
  const [asked, setAsked] = useState<string>();
  /** In memory of this view only: leaving the page forgets them. */
  const [shown, setShown] = useState<Readonly<Record<string, string>>>({});
  const show = (member: Member): ReactNode => {
    const value = shown[member.name];
    if (value !== undefined) return <Value value={parsed(value)} />;
    if (!member.isMasked) {
      return <MemberValue member={member} body={resource.body} />;
    }
    return <Masked member={member} onShow={permissions === 'admin' ? setAsked : undefined} />;
  };
  return (
    <>
      {memberGroups(resource.body, resource.masked).map(({ name, members }) => (
        <Card key={name} component="section" aria-label={name} sx={{ p: 2 }}>
          <Typography component="h2" variant="h2" sx={{ mb: 1 }}>
            {name}
          </Typography>
          <Facts rows={members.map((member) => ({ name: member.name, value: show(member) }))} />
        </Card>
      ))}
      {asked !== undefined && (
        <UnmaskDialog
          resource={resource}
          member={asked}
          onClose={() => setAsked(undefined)}
          onShown={(value) => {
            setShown({ ...shown, [asked]: value });
            setAsked(undefined);
          }}
        />
      )}
    </>
  );
}

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

interface MaskedProps {
  readonly member: Member;
  readonly onShow: ((name: string) => void) | undefined;
}

function Masked({ member, onShow }: MaskedProps) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      <LockIcon fontSize="inherit" color="action" titleAccess="masked" />
      <span aria-hidden="true">•••</span>
      {onShow && (
        <Button
          size="small"
          aria-label={`Show ${words(member.name)}`}
          onClick={() => onShow(member.name)}
          sx={{ py: 0, minWidth: 0 }}
        >
          Show
        </Button>
      )}
    </Box>
  );
}

interface MemberValueProps {
  readonly member: Member;
  readonly body: Readonly<Record<string, unknown>>;
}

function MemberValue({ member: { name, value }, body }: MemberValueProps) {
  const currency = currencyFor(name, body);
  if (typeof value === 'number' && currency) return <Amount amount={value} currency={currency} />;
  return <Value value={value} />;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const CODE = /^[0-9A-HJKMNP-TV-Z]{26}$|^https?:/;

function Value({ value }: { readonly value: unknown }): ReactNode {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') {
    if (INSTANT.test(value)) return <Instant at={value} />;
    return CODE.test(value) ? <Code>{value}</Code> : value;
  }
  if (typeof value === 'number') return String(value);
  const rows = Object.entries(value).map(([name, part]: [string, unknown]) => ({
    name: Array.isArray(value) ? String(Number(name) + 1) : name,
    value: <Value value={part} />,
  }));
  return rows.length > 0 ? <Facts isInner rows={rows} /> : 'None';
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}
