import type { ParkedMessage } from '@towpath/contracts/operator';
import { useState } from 'react';
import { ActionDialog } from '../actions/action-dialog.js';
import { actionsOn } from '../actions/action-words.js';
import { useAskedAction } from '../actions/asked-action.js';
import { useMayAct } from '../api/use-session.js';

interface ParkedMessageDialogProps {
  /** Those on the page. */
  readonly messages: readonly ParkedMessage[];
}

/** The open dialog about one of the messages. It stays when that one has left the page by it. */
export function ParkedMessageDialog({ messages }: ParkedMessageDialogProps) {
  const { act, of, close } = useAskedAction();
  const mayAct = useMayAct();
  const [message, setMessage] = useState<ParkedMessage>();
  const action = actionsOn('parked_message').find((name) => name === act);
  const shown = messages.find(({ parked_message_id: id }) => id === of);
  if (shown && shown !== message) setMessage(shown);
  if (!mayAct || !action || !message || message.parked_message_id !== of) return null;
  const { service, customer_app_id } = message;
  const target = { id: of, service, ...(customer_app_id && { customer_app_id }) };
  return <ActionDialog key={`${action} ${of}`} {...{ action, target }} onClose={close} />;
}
