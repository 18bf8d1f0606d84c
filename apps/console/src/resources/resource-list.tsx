import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import type { ListedResource, ResourceKind } from '@towpath/contracts/operator';
import { DataTable, List, Pagination, SimpleList, useResourceContext } from 'react-admin';
import { Link } from 'react-router';
import { KIND_NAMES, pathOf } from '../api/resource-name.js';
import { Amount, AppName, Instant, ShortId, StatusChip } from '../parts/parts.js';
import { filtersOf } from './filters.js';

export interface ListedRecord {
  readonly id: string;
  readonly resource: ListedResource;
}

const NEWEST_FIRST = { field: 'created_at', order: 'DESC' } as const;
const PAGES = <Pagination rowsPerPageOptions={[25, 50, 100]} />;

export function ResourceList() {
  const kind = useResourceContext() as ResourceKind;
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  return (
    <List<ListedRecord>
      title={KIND_NAMES[kind][1]}
      sort={NEWEST_FIRST}
      exporter={false}
      filters={filtersOf(kind)}
      pagination={PAGES}
      perPage={25}
      empty={false}
    >
      {isNarrow ? <Narrow /> : <Wide />}
    </List>
  );
}

function Wide() {
  return (
    <DataTable<ListedRecord> bulkActionButtons={false} rowClick="show">
      <DataTable.Col
        label="Created"
        disableSort
        render={({ resource }: ListedRecord) => <Instant at={resource.created_at} />}
      />
      <DataTable.Col
        label="Status"
        disableSort
        render={({ resource }: ListedRecord) => <StatusChip status={resource.status} />}
      />
      <DataTable.Col
        label="Amount"
        disableSort
        align="right"
        render={({ resource }: ListedRecord) => (
          <Amount amount={resource.amount} currency={resource.currency} />
        )}
      />
      <DataTable.Col
        label="About"
        disableSort
        render={({ resource }: ListedRecord) => resource.summary}
      />
      <DataTable.Col
        label="App"
        disableSort
        render={({ resource }: ListedRecord) => <AppName id={resource.customer_app_id} />}
      />
      <DataTable.Col
        label="ID"
        disableSort
        render={({ resource }: ListedRecord) => (
          <MuiLink component={Link} to={pathOf(resource)}>
            <ShortId id={resource.id} />
          </MuiLink>
        )}
      />
    </DataTable>
  );
}

function Narrow() {
  return (
    <SimpleList<ListedRecord>
      rowClick="show"
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
