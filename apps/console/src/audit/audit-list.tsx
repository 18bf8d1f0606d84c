import MuiLink from '@mui/material/Link';
import type { ServiceName } from '@towpath/contracts';
import type { AuditEntry, ResourceKind, ResourceReference } from '@towpath/contracts/operator';
import { SelectInput, TextInput, usePermissions } from 'react-admin';
import { Link } from 'react-router';
import { KIND_NAMES, pathOf } from '../api/resource-name.js';
import { ConsoleList, PAGES } from '../parts/console-list.js';
import { Instant, ShortId, Who } from '../parts/parts.js';
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
  const { permissions } = usePermissions<string>();
  return (
    <ConsoleList<AuditRecord>
      queryOptions={{ enabled: permissions === 'admin' }}
      title="Audit"
      sort={{ field: 'occurred_at', order: 'DESC' }}
      filters={FILTERS}
      filterDefaultValues={{ service: 'payment-link' }}
      pagination={PAGES}
      columns={[
        { label: 'When', render: (entry) => <Instant at={entry.occurred_at} /> },
        { label: 'Who', render: (entry) => <Operator entry={entry} /> },
        { label: 'What', render: (entry) => words(spaced(entry.operation)) },
        { label: 'Of', render: (entry) => <Of entry={entry} /> },
        { label: 'Members', render: (entry) => entry.members.map(words).join(', ') },
        { label: 'Reason', render: (entry) => entry.reason },
      ]}
      primaryText={(entry) => words(spaced(entry.operation))}
      secondaryText={(entry) => (
        <>
          <Operator entry={entry} /> · <Instant at={entry.occurred_at} />
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

function Operator({ entry: { subject, role } }: { readonly entry: AuditRecord }) {
  return (
    <>
      <Who subject={subject} /> · {role}
    </>
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
