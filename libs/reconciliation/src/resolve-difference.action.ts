import { createHash } from 'node:crypto';
import type { OperatorActionName, PerformActionResponse } from '@towpath/contracts/operator';
import { DomainError, Money } from '@towpath/kernel';
import type { Transactions } from '@towpath/persistence';
import {
  appOf,
  OperatorAction,
  type ActionTarget,
  type Confirmed,
  type Previewed,
} from '@towpath/service';
import type { BookSum } from './books/index.js';
import type { ComparedAgain } from './compared-again.js';
import { statusOf } from './difference.resource.js';
import {
  stateOf,
  type Difference,
  type FoundDifference,
  type KeptDifferences,
} from './kept-differences.js';
import { differences } from './reconciliation.table.js';

interface Parts {
  readonly db: Transactions;
  readonly kept: KeptDifferences;
  readonly compared: ComparedAgain;
}

const AGREED = 'Both sides agree by now: the next comparison closes it.';

/** Closes a difference that an operator cleared up elsewhere. No book changes. */
export class ResolveDifference extends OperatorAction {
  constructor(
    readonly name: OperatorActionName,
    private readonly parts: Parts,
  ) {
    super();
  }

  async preview(target: ActionTarget): Promise<Previewed> {
    const difference = await this.#find(target);
    if (difference.closedAt)
      return { effects: [], seen: statusOf(difference), ...ended(difference) };
    const current = await this.parts.compared.again(difference);
    if (!current) return { effects: [], seen: 'AGREED', refusal: AGREED };
    return {
      effects: [
        `${saidOf(difference)}: ours ${sumsOf(current.ours)}, theirs ${sumsOf(current.theirs)}.`,
        'The difference is closed as resolved. No book changes.',
        'It leaves figures and alerts, and comes back if either side changes.',
      ],
      seen: `OPEN ${createHash('sha256').update(stateOf(current)).digest('hex').slice(0, 32)}`,
    };
  }

  async perform(target: ActionTarget, { operator }: Confirmed): Promise<PerformActionResponse> {
    const difference = await this.#find(target);
    const by = operator.subject;
    const effects = [`${saidOf(difference)} is resolved.`];
    // A repeat after a crash: the first one resolved it.
    if (difference.resolvedBy === by) return { effects };
    const current = difference.closedAt ? null : await this.parts.compared.again(difference);
    if (!current || !(await this.#resolve(difference, { by, current }))) {
      throw new DomainError('INVALID_REQUEST', ended(difference).refusal ?? AGREED);
    }
    return { effects };
  }

  #resolve(
    { customerAppId, differenceId }: Difference,
    resolution: { readonly by: string; readonly current: FoundDifference },
  ): Promise<boolean> {
    const { db, kept } = this.parts;
    return db.forApp(customerAppId, (tx) => kept.resolve(tx, differenceId, resolution));
  }

  async #find(target: ActionTarget): Promise<Difference> {
    const differenceId = target.id as Difference['differenceId'];
    const found = await this.parts.db.forApp(
      appOf(target),
      (tx) => differences.find(tx, { differenceId }),
      { readOnly: true },
    );
    if (found) return found;
    throw new DomainError('ROUTE_NOT_FOUND', 'No difference of this app has this ID.');
  }
}

function saidOf({ kind, side, subject, integrationId }: Difference): string {
  return `${kind} of ${side} ${subject} at ${integrationId}`;
}

function ended(difference: Difference): { readonly refusal?: string } {
  const { closedAt, resolvedBy } = difference;
  if (!closedAt) return {};
  const by = resolvedBy === null ? 'as both sides agreed' : `by ${resolvedBy}`;
  return { refusal: `It was closed at ${closedAt.toISOString()} ${by}.` };
}

function sumsOf(sums: readonly BookSum[]): string {
  if (sums.length === 0) return 'nothing';
  const text = ({ amount, currency, status }: BookSum) =>
    `${status ? `${status} ` : ''}${currency} ${Money.of(amount, currency).toDecimal()}`;
  return sums.map(text).join(' and ');
}
