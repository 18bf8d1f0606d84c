import { Inject, Injectable } from '@nestjs/common';
import type { ServiceName } from '@towpath/contracts';
import type { PerformActionResponse } from '@towpath/contracts/operator';
import { SERVICE_NAME } from '@towpath/http';
import { assertUnreachable, DomainError } from '@towpath/kernel';
import { DISCARDED, ParkedMessages, type ParkedMessageId } from '@towpath/messaging';
import {
  OperatorAction,
  type ActionTarget,
  type Confirmed,
  type Previewed,
} from '../operators/operator-action.js';
import { meaningOf, type Dependence } from './discarded-event.js';
import { messageOf, named, othersThatWait, seenIn, settledAs } from './waiting-message.js';

/** Takes a parked message out of its queue for good, as if it had been handled. */
@Injectable()
export class DiscardMessage extends OperatorAction {
  readonly name = 'discard_message';

  constructor(
    private readonly parked: ParkedMessages,
    @Inject(SERVICE_NAME) private readonly service: ServiceName,
  ) {
    super();
  }

  async preview(target: ActionTarget): Promise<Previewed> {
    const found = await messageOf(this.parked, target);
    const { dependence, meaning } = meaningOf(this.service, found.message);
    const others = othersThatWait(found);
    const effects = [`${named(found)} leaves the queue for good.`, effectOf(dependence), meaning];
    if (others) effects.push(`${others}; replay them after this.`);
    return { effects, seen: seenIn(found), refusal: settledAs(found) };
  }

  async perform(target: ActionTarget, { reason }: Confirmed): Promise<PerformActionResponse> {
    const found = await messageOf(this.parked, target);
    const isDone = await this.parked.discard(target.id as ParkedMessageId, { reason });
    // A repeat of this action after a crash finds it discarded.
    if (!isDone && found.message.reason !== DISCARDED) {
      throw new DomainError('INVALID_REQUEST', settledAs(found) ?? 'It does not wait.');
    }
    const others = othersThatWait(found);
    const left = others ? [`${others}.`] : [];
    return { effects: [`${named(found)} left the queue for good.`, ...left] };
  }
}

function effectOf(dependence: Dependence): string {
  switch (dependence) {
    case 'REPAIRED':
      return 'The service gets the same information in another way.';
    case 'LOST':
      return 'What the event would have done never happens.';
    case 'UNKNOWN':
      return 'Nobody knows what the message would have done.';
    default:
      return assertUnreachable(dependence);
  }
}
