import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type {
  Figure,
  OperatorClaim,
  ReadFiguresQuery,
  ReadFiguresResponse,
} from '@towpath/contracts/operator';
import { awaitedLater, DomainError } from '@towpath/kernel';
import { FiguresOf, OperatorReads, type FigurePeriod } from '@towpath/persistence';
import { MessageFigures } from './message-figures.js';
import { assertApp } from './resource-rows.js';

const DAY_MS = 86_400_000;
const DAYS = 7;
const MAX_DAYS = 92;

/** What the service can tell of a period. */
@Injectable()
export class OperatorFigures {
  constructor(
    private readonly reads: OperatorReads,
    private readonly discovery: DiscoveryService,
    private readonly messages: MessageFigures,
  ) {}

  async read(operator: OperatorClaim, query: ReadFiguresQuery): Promise<ReadFiguresResponse> {
    const period = periodOf(query);
    const { customerAppId } = period;
    assertApp(operator, customerAppId);
    // The messages of a topic are of all apps.
    const isOfAll = operator.apps === '*' && customerAppId === undefined;
    const lag = awaitedLater(isOfAll ? this.messages.lag() : Promise.resolve([]));
    const figures = await this.reads.of(operator.apps, async (reads) => {
      const read: Figure[] = [];
      for (const each of this.#providers()) read.push(...(await each.figures(period, reads)));
      return read;
    });
    return { figures: [...(await lag), ...figures] };
  }

  #providers(): FiguresOf[] {
    const instances = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    return instances.filter((each) => each instanceof FiguresOf);
  }
}

/** The last seven days until the last one, which is today if it is not given. */
function periodOf(query: ReadFiguresQuery): FigurePeriod {
  const to = query.date_to ?? dayOf(Date.now());
  const from = query.date_from ?? dayOf(Date.parse(to) - (DAYS - 1) * DAY_MS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1 || days > MAX_DAYS) {
    throw new DomainError('INVALID_REQUEST', `a period has 1 to ${MAX_DAYS} days`);
  }
  return { from, to, customerAppId: query.customer_app_id };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
