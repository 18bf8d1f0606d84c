import AssignmentTurnedInIcon from '@mui/icons-material/AssignmentTurnedInOutlined';
import BlockIcon from '@mui/icons-material/Block';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import DoneAllIcon from '@mui/icons-material/DoneAllOutlined';
import ReplayIcon from '@mui/icons-material/Replay';
import RestoreIcon from '@mui/icons-material/RestoreOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import UndoIcon from '@mui/icons-material/UndoOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import {
  OPERATOR_ACTIONS,
  OPERATOR_ACTION_NAMES,
  type ActedOn,
  type OperatorActionName,
  type OperatorActionRules,
} from '@towpath/contracts/operator-actions';
import type { ComponentType } from 'react';

interface ActionWords {
  /** In the menu, and as the title of its dialog. */
  readonly name: string;
  /** On the button that does it; an amount follows. */
  readonly verb: string;
  readonly done: string;
  readonly icon: ComponentType<SvgIconProps>;
}

const RESOLVE: ActionWords = {
  name: 'Resolve the difference',
  verb: 'Resolve',
  done: 'The difference is resolved',
  icon: DoneAllIcon,
};

/** What operators read of each action. */
export const ACTION_WORDS: Readonly<Record<OperatorActionName, ActionWords>> = {
  resend_webhook: {
    name: 'Send the webhook again',
    verb: 'Send again',
    done: 'It is sent again',
    icon: SendIcon,
  },
  recover_webhooks: {
    name: 'Recover failed webhooks',
    verb: 'Recover',
    done: 'They are sent again',
    icon: RestoreIcon,
  },
  replay_message: {
    name: 'Replay the message',
    verb: 'Replay',
    done: 'The replay is requested',
    icon: ReplayIcon,
  },
  discard_message: {
    name: 'Discard the message',
    verb: 'Discard',
    done: 'The message is discarded',
    icon: DeleteIcon,
  },
  refund_payment: {
    name: 'Refund the payment',
    verb: 'Refund',
    done: 'The refund is requested',
    icon: UndoIcon,
  },
  cancel_payment_link: {
    name: 'Cancel the payment link',
    verb: 'Cancel the link',
    done: 'The payment link is cancelled',
    icon: BlockIcon,
  },
  cancel_mandate: {
    name: 'Cancel the mandate',
    verb: 'Cancel the mandate',
    done: 'The cancellation is requested',
    icon: BlockIcon,
  },
  cancel_payout: {
    name: 'Cancel the payout',
    verb: 'Cancel the payout',
    done: 'The payout is cancelled',
    icon: BlockIcon,
  },
  assign_transfer: {
    name: 'Assign to a payment link',
    verb: 'Assign',
    done: 'The transfer is assigned',
    icon: AssignmentTurnedInIcon,
  },
  return_transfer: {
    name: 'Return to its sender',
    verb: 'Return',
    done: 'The money goes back',
    icon: UndoIcon,
  },
  resolve_difference: RESOLVE,
  resolve_debit_difference: RESOLVE,
  resolve_dispute_difference: RESOLVE,
};

export const rulesOf = (action: OperatorActionName): OperatorActionRules =>
  OPERATOR_ACTIONS[action];

export const actionsOn = (kind: ActedOn): readonly OperatorActionName[] =>
  OPERATOR_ACTION_NAMES.filter((name) => OPERATOR_ACTIONS[name].on === kind);
