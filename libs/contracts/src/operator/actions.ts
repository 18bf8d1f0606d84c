import type { OperatorClaim } from './operator-claim.js';
import { RESOURCE_KINDS, type ResourceKind } from './resources.js';

// Without decorators: the page of the console imports this too.

/** What operators act on: resources, and messages that a service set aside. */
export const ACTED_ON = [...RESOURCE_KINDS, 'parked_message'] as const;
export type ActedOn = ResourceKind | 'parked_message';

/** One action: on what, and what a person must be. */
export interface OperatorActionRules {
  readonly on: ActedOn;
  /** It moves money or changes credentials: the operator logged in within `FRESH_LOGIN_SECONDS`. */
  readonly needsFreshLogin: boolean;
  /** It cannot be taken back: the page says so in red. */
  readonly isFinal: boolean;
  /** Members of the request that it takes besides the target. */
  readonly takes: readonly ActionMember[];
}

export const ACTION_MEMBERS = ['amount', 'since', 'payment_link_id'] as const;
export type ActionMember = (typeof ACTION_MEMBERS)[number];

/** An operator who moves money or changes credentials logged in at most so long ago. */
export const FRESH_LOGIN_SECONDS = 600;

/** Whether the operator proved lately who they are; false if nobody knows when. */
export function hasFreshLogin(
  { authenticated_at: at }: Pick<OperatorClaim, 'authenticated_at'>,
  nowMs: number,
): boolean {
  return at !== undefined && nowMs / 1_000 - at <= FRESH_LOGIN_SECONDS;
}

/** Every action, with the words that the audit has for it. */
export const OPERATOR_ACTIONS = {
  resend_webhook: { on: 'webhook_event', needsFreshLogin: false, isFinal: false, takes: [] },
  recover_webhooks: {
    on: 'webhook_endpoint',
    needsFreshLogin: false,
    isFinal: false,
    takes: ['since'],
  },
  replay_message: { on: 'parked_message', needsFreshLogin: false, isFinal: false, takes: [] },
  discard_message: { on: 'parked_message', needsFreshLogin: true, isFinal: true, takes: [] },
  refund_payment: { on: 'payment', needsFreshLogin: true, isFinal: true, takes: ['amount'] },
  cancel_payment_link: { on: 'payment_link', needsFreshLogin: false, isFinal: true, takes: [] },
  cancel_mandate: { on: 'mandate', needsFreshLogin: false, isFinal: true, takes: [] },
  cancel_payout: { on: 'payout', needsFreshLogin: false, isFinal: true, takes: [] },
  assign_transfer: {
    on: 'incoming_transfer',
    needsFreshLogin: true,
    isFinal: true,
    takes: ['payment_link_id'],
  },
  return_transfer: { on: 'incoming_transfer', needsFreshLogin: true, isFinal: true, takes: [] },
  resolve_difference: {
    on: 'reconciliation_difference',
    needsFreshLogin: false,
    isFinal: false,
    takes: [],
  },
  resolve_debit_difference: {
    on: 'debit_difference',
    needsFreshLogin: false,
    isFinal: false,
    takes: [],
  },
  resolve_dispute_difference: {
    on: 'dispute_difference',
    needsFreshLogin: false,
    isFinal: false,
    takes: [],
  },
} as const satisfies Readonly<Record<string, OperatorActionRules>>;

export type OperatorActionName = keyof typeof OPERATOR_ACTIONS;
export const OPERATOR_ACTION_NAMES = Object.keys(OPERATOR_ACTIONS) as readonly OperatorActionName[];
