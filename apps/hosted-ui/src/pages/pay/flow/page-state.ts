import type { Trouble } from '../../../shared/api/api-answer.js';
import { type FlowState, NOTHING_YET } from '../../../shared/flow/page-flow.js';
import type { MandateInHand } from '../../../shared/session/page-sessions.js';
import type { AvailablePaymentMethod, HostedView } from '../api/hosted-view.js';

/** All state that decides what the payer sees. Only `PayPage` changes it. */
export interface PageState extends FlowState<HostedView, Notice, PayTrouble> {
  /** The link was already final when this tab first saw it. */
  readonly openedSettled: boolean;
  readonly form: CardForm;
  readonly paying: Paying;
  /** The failed attempt after which the payer chose to try again. */
  readonly retriedAttemptId: string | null;
  /** The attempt for which the payer was already sent to the issuer's page. */
  readonly challengedAttemptId: string | null;
  /** The direct debit that the payer is giving. */
  readonly mandate: MandateInHand | null;
  /** Its attempt, once everything was given. */
  readonly mandateGivenFor: string | null;
}

/** `used_up`: the link no longer accepts any of its methods, permanently. */
export type PayTrouble = Trouble | { readonly kind: 'no_method' | 'used_up' };

export type CardForm = AwaitedForm | ReadyForm;

interface AwaitedForm {
  readonly phase: 'none' | 'preparing';
  /** The card fields that stay meanwhile, with what the payer typed. */
  readonly keptFieldsUrl?: string;
}

export interface ReadyForm {
  readonly phase: 'ready';
  readonly oneTap: readonly AvailablePaymentMethod[];
  /** Null when only methods of one tap are offered. */
  readonly card: TypedCardForm | null;
}

export interface TypedCardForm {
  readonly attemptId: string;
  readonly cardFieldsUrl: string;
  readonly brands: readonly string[];
  /** Beside the amount of the link; minor units. */
  readonly surchargeAmount: number;
}

/**
 * `collecting`: waiting for the token of the card frame. `sending`: the card is being sent.
 * `confirming`: it was sent without an answer, and the page polls the link.
 */
export type Paying = 'idle' | 'collecting' | 'sending' | 'confirming';

/** A message inside the card form. */
export type Notice =
  | { readonly kind: 'card'; readonly message: string }
  | { readonly kind: 'card_form_silent'; readonly message?: string }
  | {
      readonly kind: 'not_received' | 'not_accepted' | 'debit_ended' | 'surcharge_changed';
    };

export const INITIAL_STATE: PageState = {
  ...NOTHING_YET,
  openedSettled: false,
  form: { phase: 'none' },
  paying: 'idle',
  retriedAttemptId: null,
  challengedAttemptId: null,
  mandate: null,
  mandateGivenFor: null,
};

/** The card fields with which the next form may go on: changed options reach them as a message. */
export function keptFields(form: CardForm): Pick<AwaitedForm, 'keptFieldsUrl'> {
  const url = form.phase === 'ready' ? form.card?.cardFieldsUrl : form.keptFieldsUrl;
  return url?.includes('#') ? { keptFieldsUrl: url } : {};
}
