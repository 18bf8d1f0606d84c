import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import type { ParkedMessage } from '@towpath/contracts/operator';
import { DataTable, List, SimpleList, useListContext } from 'react-admin';
import { AppName, Code, Instant, Unanswered } from '../parts/parts.js';
import { AppInput } from '../resources/filters.js';

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
      <DataTable.Col label="Service" disableSort source="service" />
      <DataTable.Col
        label="Event"
        disableSort
        render={(message: ParkedRecord) => message.event_name ?? message.topic}
      />
      <DataTable.Col
        label="App"
        disableSort
        render={(message: ParkedRecord) => <AppName id={message.customer_app_id} />}
      />
      <DataTable.Col
        label="Key"
        disableSort
        render={(message: ParkedRecord) => <Code>{message.message_key}</Code>}
      />
      <DataTable.Col label="Reason" disableSort source="reason" />
      <DataTable.Col label="Tries" disableSort align="right" source="attempts" />
      <DataTable.Col
        label="Replay asked"
        disableSort
        render={(message: ParkedRecord) => <Instant at={message.replay_requested_at} />}
      />
    </DataTable>
  );
}

function Narrow() {
  return (
    <SimpleList<ParkedRecord>
      rowClick={false}
      primaryText={(message) => message.event_name ?? message.topic}
      secondaryText={(message) => (
        <>
          {message.service} · {message.attempts} tries · <Instant at={message.parked_at} />
          <br />
          {message.reason}
          <br />
          <Code>{message.message_key}</Code>
        </>
      )}
    />
  );
}
