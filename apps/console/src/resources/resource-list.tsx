import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import type { ListedResource, ResourceKind } from '@towpath/contracts/operator';
import { useResourceContext } from 'react-admin';
import { Link } from 'react-router';
import { KIND_NAMES, pathOf } from '../api/resource-name.js';
import { ConsoleList, PAGES } from '../parts/console-list.js';
import { Amount, AppName, Instant, ShortId, StatusChip } from '../parts/parts.js';
import { filtersOf } from './filters.js';

export interface ListedRecord {
  readonly id: string;
  readonly resource: ListedResource;
}

export function ResourceList() {
  const kind = useResourceContext() as ResourceKind;
  return (
    <ConsoleList<ListedRecord>
      title={KIND_NAMES[kind][1]}
      sort={{ field: 'created_at', order: 'DESC' }}
      filters={filtersOf(kind)}
      pagination={PAGES}
      hasPages
      columns={[
        { label: 'Created', render: ({ resource }) => <Instant at={resource.created_at} /> },
        { label: 'Status', render: ({ resource }) => <StatusChip status={resource.status} /> },
        {
          label: 'Amount',
          align: 'right',
          render: ({ resource }) => (
            <Amount amount={resource.amount} currency={resource.currency} />
          ),
        },
        { label: 'About', render: ({ resource }) => resource.summary },
        { label: 'App', render: ({ resource }) => <AppName id={resource.customer_app_id} /> },
        {
          label: 'ID',
          render: ({ resource }) => (
            <MuiLink component={Link} to={pathOf(resource)}>
              <ShortId id={resource.id} />
            </MuiLink>
          ),
        },
      ]}
      primaryText={({ resource }) => (
        <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5 }}>
          <StatusChip status={resource.status} />
          <b>
            <Amount amount={resource.amount} currency={resource.currency} />
          </b>
        </Box>
      )}
      secondaryText={({ resource }) => (
        <Box component="span" sx={{ display: 'block' }}>
          {resource.summary && (
            <Box component="span" sx={{ display: 'block', color: 'text.primary' }}>
              {resource.summary}
            </Box>
          )}
          <AppName id={resource.customer_app_id} /> · <Instant at={resource.created_at} />
        </Box>
      )}
    />
  );
}
