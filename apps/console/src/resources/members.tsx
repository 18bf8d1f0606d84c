import LockIcon from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ConsoleResourceResponse } from '@towpath/contracts/operator';
import { useState } from 'react';
import { usePermissions } from 'react-admin';
import { Facts, isWhole, Value, type Place } from '../parts/facts.js';
import { words } from '../parts/words.js';
import { memberGroups } from './member-groups.js';
import { UnmaskDialog } from './unmask-dialog.js';

interface MembersProps {
  readonly resource: ConsoleResourceResponse;
}

export function Members({ resource }: MembersProps) {
  const { permissions } = usePermissions();
  const [asked, setAsked] = useState<string>();
  /** In memory of this view only: leaving the page forgets them. */
  const [shown, setShown] = useState<Readonly<Record<string, unknown>>>({});
  const instead = (place: Place) => {
    const { path, indexes } = place;
    if (!resource.masked.includes(path)) return undefined;
    if (!Object.hasOwn(shown, path))
      return <Masked path={path} onShow={permissions === 'admin' ? setAsked : undefined} />;
    return <Value value={inLists(shown[path], indexes)} place={place} />;
  };
  return (
    <>
      {memberGroups(resource.body).map(({ name, members }) => (
        <Card key={name} component="section" aria-label={name} sx={{ p: 2 }}>
          <Typography component="h2" variant="h2" sx={{ mb: 1 }}>
            {name}
          </Typography>
          <Facts
            rows={members.map((member) => ({
              name: member.name,
              isWhole: isWhole(member.value),
              value: (
                <Value
                  value={member.value}
                  of={resource.body}
                  place={{ path: member.name, indexes: [] }}
                  instead={instead}
                />
              ),
            }))}
          />
        </Card>
      ))}
      {asked !== undefined && (
        <UnmaskDialog
          resource={resource}
          member={asked}
          onClose={() => setAsked(undefined)}
          onShown={(value) => {
            setShown({ ...shown, [asked]: parsed(value) });
            setAsked(undefined);
          }}
        />
      )}
    </>
  );
}

/** Of a member of objects in lists one gets the values of all: the one at these places. */
function inLists(values: unknown, indexes: readonly number[]): unknown {
  return indexes.reduce<unknown>(
    (value, index) => (Array.isArray(value) ? (value as unknown[])[index] : value),
    values,
  );
}

interface MaskedProps {
  readonly path: string;
  readonly onShow: ((path: string) => void) | undefined;
}

function Masked({ path, onShow }: MaskedProps) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      <LockIcon fontSize="inherit" color="action" titleAccess="masked" />
      <span aria-hidden="true">•••</span>
      {onShow && (
        <Button
          size="small"
          aria-label={`Show ${words(path)}`}
          onClick={() => onShow(path)}
          sx={{ py: 0, minWidth: 0 }}
        >
          Show
        </Button>
      )}
    </Box>
  );
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}
