import type {
  ActionPreview,
  OperatorActionName,
  OperatorClaim,
  PerformActionResponse,
} from '@towpath/contracts/operator';
import { DomainError, type CustomerAppId } from '@towpath/kernel';

/** What an operator acts on, and with what. */
export interface ActionTarget {
  /** Undefined only for a message about no app. */
  readonly customerAppId: CustomerAppId | undefined;
  readonly id: string;
  /** Minor units. */
  readonly amount?: number | undefined;
  readonly since?: Date | undefined;
  readonly paymentLinkId?: string | undefined;
}

/** Of an action that is about an app always. */
export function appOf({ customerAppId }: ActionTarget): CustomerAppId {
  if (customerAppId) return customerAppId;
  throw new DomainError('INVALID_REQUEST', 'customer_app_id is missing');
}

/** What an action would do now. */
export type Previewed = Pick<ActionPreview, 'refusal' | 'effects' | 'seen'> & {
  /** Money that it moves. */
  readonly money?: { readonly amount: number; readonly currency: string };
};

/** An action that an operator confirmed. */
export interface Confirmed {
  /** The same one once: a repeat after a crash has no second effect. */
  readonly actionId: string;
  readonly reason: string;
  readonly operator: OperatorClaim;
  /** Its first transaction was committed before a crash or an error. */
  readonly hasBegun: boolean;
}

/**
 * Something that operators do: a provider of its service, found by its class. Roles, apps, a fresh
 * login, the second person, repeats and the audit are checked before it.
 */
export abstract class OperatorAction {
  abstract readonly name: OperatorActionName;

  /** Changes nothing. Throws as the interface does for what does not exist. */
  abstract preview(target: ActionTarget, operator: OperatorClaim): Promise<Previewed>;

  /**
   * The rules of the resource decide once more. Its first transaction has the audit's entry; one that
   * has begun is ended, without a second effect.
   */
  abstract perform(target: ActionTarget, confirmed: Confirmed): Promise<PerformActionResponse>;

  /** What one person may move alone in 24 hours, in minor units; undefined: any amount. */
  aloneUpTo(_currency: string): number | undefined {
    return undefined;
  }
}
