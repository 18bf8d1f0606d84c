import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import type { ParkedMessage } from '@towpath/contracts/operator';
import { DataTable, List, SimpleList, useListContext } from 'react-admin';
import { AppName, Code, Instant, ShortId, Unanswered } from '../parts/parts.js';
import { AppInput } from '../resources/filters.js';
import { shownLabel } from './figure-series.js';

type ParkedRecord = ParkedMessage & { readonly id: string };

const FILTERS = [<AppInput key="app" source="customer_app_id" label="App" alwaysOn />];

/** Messages that no try could handle, oldest first. */
export function ParkedMessageList() {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  return (
    <List<ParkedRecord>
      title="Parked messages"
      sort={{ field: 'parked_at', order: 'ASC' }}
      exporter={false}
      filters={FILTERS}
      pagination={false}
      perPage={100}
      empty={false}
    >
      <NotAnswered />
      {isNarrow ? <Narrow /> : <Wide />}
    </List>
  );
}

function NotAnswered() {
  const { meta } = useListContext<ParkedRecord>();
  return <Unanswered services={(meta as { unanswered?: string[] } | undefined)?.unanswered} />;
}

function Wide() {
  return (
    <DataTable<ParkedRecord> bulkActionButtons={false} rowClick={false}>
      <DataTable.Col
        label="Parked"
        disableSort
        render={(message: ParkedRecord) => <Instant at={message.parked_at} />}
      />
      <DataTable.Col
        label="Event"
        disableSort
        render={(message: ParkedRecord) => (
          <>
            {eventOf(message)}
            <Typography variant="caption" color="textSecondary" sx={{ display: 'block' }}>
              {message.service}
            </Typography>
          </>
        )}
      />
      <DataTable.Col
        label="App"
        disableSort
        render={(message: ParkedRecord) => <AppName id={message.customer_app_id} />}
      />
      <DataTable.Col
        label="Key"
        disableSort
        render={(message: ParkedRecord) => <ShortId id={message.message_key} />}
      />
      <DataTable.Col
        label="Reason"
        disableSort
        render={(message: ParkedRecord) => (
          <>
            {message.reason}
            <Replay message={message} />
          </>
        )}
      />
      <DataTable.Col label="Tries" disableSort align="right" source="attempts" />
    </DataTable>
  );
}

function Narrow() {
  return (
    <SimpleList<ParkedRecord>
      rowClick={false}
      primaryText={(message) => eventOf(message)}
      secondaryText={(message) => (
        <>
          {message.service} · {message.attempts} tries · <Instant at={message.parked_at} />
          <br />
          {message.reason}
          <Replay message={message} />
          <br />
          <Code>{message.message_key}</Code>
        </>
      )}
    />
  );
}

function Replay({ message: { replay_requested_at: at } }: { readonly message: ParkedRecord }) {
  if (!at) return null;
  return (
    <>
      {' '}
      Replay asked for <Instant at={at} />
    </>
  );
}

/** The topic, as in the figures, if the message cannot be read. */
function eventOf({ event_name: name, topic }: ParkedRecord): string {
  return name ?? shownLabel({ label: 'topic', value: topic });
}
