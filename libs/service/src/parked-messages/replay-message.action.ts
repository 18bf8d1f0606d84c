import { Injectable } from '@nestjs/common';
import type { OperatorClaim, PerformActionResponse } from '@towpath/contracts/operator';
import { DomainError } from '@towpath/kernel';
import { ParkedMessages, type ParkedMessageId } from '@towpath/messaging';
import {
  OperatorAction,
  type ActionTarget,
  type Confirmed,
  type Previewed,
} from '../operators/operator-action.js';
import {
  foreignIn,
  messageOf,
  named,
  othersThatWait,
  seenIn,
  settledAs,
} from './waiting-message.js';

/** Handles a parked message again, with its whole key. */
@Injectable()
export class ReplayMessage extends OperatorAction {
  readonly name = 'replay_message';

  constructor(private readonly parked: ParkedMessages) {
    super();
  }

  async preview(target: ActionTarget, operator: OperatorClaim): Promise<Previewed> {
    const found = await messageOf(this.parked, target);
    const others = othersThatWait(found);
    const effects = [`${named(found)} is handled again within seconds.`];
    if (others) effects.push(`${others}; they are handled again too, in their order.`);
    const refusal = settledAs(found) ?? foreignIn(found, operator);
    return { effects, seen: seenIn(found), refusal };
  }

  async perform(
    target: ActionTarget,
    { operator, hasBegun }: Confirmed,
  ): Promise<PerformActionResponse> {
    const found = await messageOf(this.parked, target);
    const selection = {
      id: target.id as ParkedMessageId,
      // Of other apps none is replayed, also if it was parked a moment ago.
      apps: operator.apps === '*' ? undefined : operator.apps,
    };
    const isDone = hasBegun || (await this.parked.requestReplay(selection)) > 0;
    if (!isDone) {
      const refusal = settledAs(found) ?? foreignIn(found, operator) ?? 'It does not wait.';
      throw new DomainError('INVALID_REQUEST', refusal);
    }
    return { effects: [`The replay of ${named(found)} was requested.`] };
  }
}
