import { Injectable } from '@nestjs/common';
import type { OperatorClaim, PerformActionResponse } from '@towpath/contracts/operator';
import { DomainError } from '@towpath/kernel';
import { ParkedMessages, type ParkedMessageId } from '@towpath/messaging';
import { OperatorAction, type ActionTarget, type Previewed } from '../operators/operator-action.js';
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

  async perform(target: ActionTarget): Promise<PerformActionResponse> {
    const found = await messageOf(this.parked, target);
    const asked = await this.parked.requestReplay({ id: target.id as ParkedMessageId });
    const { settledAt, replayRequestedAt } = found.message;
    // None is asked for by a repeat of this action after a crash: the first one asked.
    const isDone = asked > 0 || (settledAt !== null && replayRequestedAt !== null);
    if (!isDone) throw new DomainError('INVALID_REQUEST', settledAs(found) ?? 'It does not wait.');
    return { effects: [`The replay of ${named(found)} was requested.`] };
  }
}
