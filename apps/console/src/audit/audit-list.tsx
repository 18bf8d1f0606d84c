import MuiLink from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import type { ServiceName } from '@towpath/contracts';
import type { AuditEntry, ResourceKind, ResourceReference } from '@towpath/contracts/operator';
import {
  DataTable,
  List,
  Pagination,
  SelectInput,
  SimpleList,
  TextInput,
  usePermissions,
} from 'react-admin';
import { Link } from 'react-router';
import { KIND_NAMES, pathOf } from '../api/resource-name.js';
import { Instant, ShortId } from '../parts/parts.js';
import { words } from '../parts/words.js';
import { AppInput } from '../resources/filters.js';

/** An entry as a record: its own ID is `id`, that of the resource is `of`. */
type AuditRecord = Omit<AuditEntry, 'id'> & { readonly id: string; readonly of?: string };

/** The services that keep an audit of their own; the type notices one that is missing. */
const NAMES: Readonly<Record<ServiceName, true>> = {
  'payment-link': true,
  mandate: true,
  dispute: true,
  'account-data': true,
  'webhook-dispatch': true,
  gateway: true,
};

const SERVICES = Object.keys(NAMES) as readonly ServiceName[];

const FILTERS = [
  <SelectInput
    key="service"
    source="service"
    label="Service"
    alwaysOn
    isRequired
    choices={SERVICES.map((name) => ({ id: name, name }))}
  />,
  <AppInput key="app" source="customer_app_id" label="App" alwaysOn />,
  <TextInput key="subject" source="subject" label="Subject" />,
  <TextInput key="id" source="id" label="ID of the resource" />,
];

/** Who saw personal data and who acted, of one service. */
export function AuditList() {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  const { permissions } = usePermissions();
  return (
    <List<AuditRecord>
      queryOptions={{ enabled: permissions === 'admin' }}
      title="Audit"
      sort={{ field: 'occurred_at', order: 'DESC' }}
      exporter={false}
      filters={FILTERS}
      filterDefaultValues={{ service: 'payment-link' }}
      pagination={<Pagination rowsPerPageOptions={[25, 50, 100]} />}
      perPage={25}
      empty={false}
    >
      {isNarrow ? <Narrow /> : <Wide />}
    </List>
  );
}

function Wide() {
  return (
    <DataTable<AuditRecord> bulkActionButtons={false} rowClick={false}>
      <DataTable.Col
        label="When"
        disableSort
        render={(entry: AuditRecord) => <Instant at={entry.occurred_at} />}
      />
      <DataTable.Col
        label="Who"
        disableSort
        render={(entry: AuditRecord) => <Who entry={entry} />}
      />
      <DataTable.Col
        label="What"
        disableSort
        render={(entry: AuditRecord) => words(spaced(entry.operation))}
      />
      <DataTable.Col label="Of" disableSort render={(entry: AuditRecord) => <Of entry={entry} />} />
      <DataTable.Col
        label="Members"
        disableSort
        render={(entry: AuditRecord) => entry.members.map(words).join(', ')}
      />
      <DataTable.Col label="Reason" disableSort render={(entry: AuditRecord) => entry.reason} />
    </DataTable>
  );
}

function Narrow() {
  return (
    <SimpleList<AuditRecord>
      rowClick={false}
      primaryText={(entry) => words(spaced(entry.operation))}
      secondaryText={(entry) => (
        <>
          <Who entry={entry} /> · <Instant at={entry.occurred_at} />
          <br />
          <Of entry={entry} />
          {entry.members.length > 0 && <> · {entry.members.map(words).join(', ')}</>}
          {entry.reason && (
            <>
              <br />
              {entry.reason}
            </>
          )}
        </>
      )}
    />
  );
}

/** The name that the provider gives them; the whole subject when one points at it. */
function Who({ entry: { subject, role } }: { readonly entry: AuditRecord }) {
  return (
    <Tooltip title={subject} describeChild>
      <span>
        {subject.split('#').at(-1)} · {role}
      </span>
    </Tooltip>
  );
}

function Of({ entry }: { readonly entry: AuditRecord }) {
  const { kind, of: id, customer_app_id: app } = entry;
  if (!kind || !id) return null;
  if (!app || !(kind in KIND_NAMES)) return <ShortId id={id} />;
  const reference = { kind: kind as ResourceKind, customer_app_id: app, id };
  return (
    <MuiLink component={Link} to={pathOf(reference satisfies ResourceReference)}>
      {KIND_NAMES[reference.kind][0]} <ShortId id={id} />
    </MuiLink>
  );
}

/** `unmaskMember` as `unmask_member`. */
function spaced(operation: string): string {
  return operation.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_');
}
