import Typography from '@mui/material/Typography';
import type { ParkedMessage } from '@towpath/contracts/operator';
import { useListContext } from 'react-admin';
import { ActionsMenu } from '../actions/actions-menu.js';
import { useMayAct } from '../api/use-session.js';
import { ConsoleList } from '../parts/console-list.js';
import { AppName, Code, Instant, ShortId, Unanswered } from '../parts/parts.js';
import { AppInput } from '../resources/filters.js';
import { shownLabel } from './figure-series.js';
import { ParkedMessageDialog } from './parked-message-dialog.js';

type ParkedRecord = ParkedMessage & { readonly id: string };

const FILTERS = [<AppInput key="app" source="customer_app_id" label="App" alwaysOn />];

/** Messages that no try could handle, oldest first. */
export function ParkedMessageList() {
  const mayAct = useMayAct();
  const actions = (message: ParkedRecord) => (
    <ActionsMenu on="parked_message" of={message.id} variant="text" />
  );
  return (
    <ConsoleList<ParkedRecord>
      title="Parked messages"
      sort={{ field: 'parked_at', order: 'ASC' }}
      filters={FILTERS}
      pagination={false}
      perPage={100}
      top={<NotAnswered />}
      columns={[
        { label: 'Parked', render: (message) => <Instant at={message.parked_at} /> },
        {
          label: 'Event',
          render: (message) => (
            <>
              {eventOf(message)}
              <Typography variant="caption" color="textSecondary" sx={{ display: 'block' }}>
                {message.service} · {message.attempts} tries
              </Typography>
            </>
          ),
        },
        { label: 'App', render: (message) => <AppName id={message.customer_app_id} /> },
        { label: 'Key', render: (message) => <ShortId id={message.message_key} /> },
        {
          label: 'Reason',
          render: (message) => (
            <>
              {message.reason}
              <Replay message={message} />
            </>
          ),
        },
        ...(mayAct ? [{ label: 'Act', render: actions }] : []),
      ]}
      primaryText={(message) => eventOf(message)}
      secondaryText={(message) => (
        <>
          {message.service} · {message.attempts} tries · <Instant at={message.parked_at} />
          <br />
          {message.reason}
          <Replay message={message} />
          <br />
          <Code>{message.message_key}</Code>
          <br />
          {actions(message)}
        </>
      )}
    />
  );
}

/** Services that did not answer, and the dialog that is open. */
function NotAnswered() {
  const { data = [], meta } = useListContext<ParkedRecord>();
  return (
    <>
      <Unanswered services={(meta as { unanswered?: string[] } | undefined)?.unanswered} />
      <ParkedMessageDialog messages={data} />
    </>
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
