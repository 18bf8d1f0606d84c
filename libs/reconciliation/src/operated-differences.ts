import type { Provider } from '@nestjs/common';
import type { OperatorActionName, ResourceKind } from '@towpath/contracts/operator';
import { Transactions } from '@towpath/persistence';
import { ComparedAgain } from './compared-again.js';
import { DifferenceFigures } from './difference.figures.js';
import { DifferenceResource } from './difference.resource.js';
import { KeptDifferences } from './kept-differences.js';
import { ResolveDifference } from './resolve-difference.action.js';

/** What the differences of a service are called. */
export interface DifferenceNames {
  readonly kind: ResourceKind;
  readonly action: OperatorActionName;
}

/** The differences of a service for operators. Needs `KeptDifferences` and `ComparedAgain`. */
export function operatedDifferences({ kind, action }: DifferenceNames): Provider[] {
  return [
    DifferenceFigures,
    { provide: DifferenceResource, useFactory: () => new DifferenceResource(kind) },
    {
      provide: ResolveDifference,
      inject: [Transactions, KeptDifferences, ComparedAgain],
      useFactory: (...[db, kept, compared]: [Transactions, KeptDifferences, ComparedAgain]) =>
        new ResolveDifference(action, { db, kept, compared }),
    },
  ];
}
