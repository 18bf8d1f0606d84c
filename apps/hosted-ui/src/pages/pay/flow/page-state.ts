import type { Trouble } from '../../../shared/api/api-answer.js';
import type { AvailablePaymentMethod, HostedView } from '../api/hosted-view.js';
import type { SessionEnding } from '../../../shared/session/session-clock.js';
import type { MandateInHand } from '../session/session-store.js';

/** All state that decides what the payer sees. Only `PayPage` changes it. */
export interface PageState {
  readonly view: HostedView | null;
  readonly trouble: PayTrouble | null;
  /** The link was already final when this tab first saw it. */
  readonly openedSettled: boolean;
  readonly form: CardForm;
  readonly paying: Paying;
  readonly notice: Notice | null;
  /** The failed attempt after which the payer chose to try again. */
  readonly retriedAttemptId: string | null;
  /** The attempt for which the payer was already sent to the issuer's page. */
  readonly challengedAttemptId: string | null;
  /** The direct debit that the payer is giving. */
  readonly mandate: MandateInHand | null;
  /** Its attempt, once everything was given. */
  readonly mandateGivenFor: string | null;
  /** The last poll of the link failed; the next one follows. */
  readonly unreachable: boolean;
  /** The session is about to end, or was extended. */
  readonly ending: SessionEnding | null;
}

/** A problem that blocks the whole page. */
export type PayTrouble =
  | Trouble
  | { readonly kind: 'no_method' }
  /** The link no longer accepts any of its methods, permanently. */
  | { readonly kind: 'used_up' };

export type CardForm = { readonly phase: 'none' } | { readonly phase: 'preparing' } | ReadyForm;

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
  | { readonly kind: 'card_form_silent' }
  | { readonly kind: 'not_received' }
  | { readonly kind: 'not_accepted' }
  | { readonly kind: 'debit_ended' }
  | { readonly kind: 'surcharge_changed' };

export const INITIAL_STATE: PageState = {
  view: null,
  trouble: null,
  openedSettled: false,
  form: { phase: 'none' },
  paying: 'idle',
  notice: null,
  retriedAttemptId: null,
  challengedAttemptId: null,
  mandate: null,
  mandateGivenFor: null,
  unreachable: false,
  ending: null,
};
