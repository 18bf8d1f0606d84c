import type { FactoryProvider, Type } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '../transactions/transactions.js';
import type { DueJob } from './due-job.js';
import { DueRowsJob, type DueRowsOfJob } from './due-rows.job.js';

export interface JobOfRows<UseCase, Id> extends Omit<DueRowsOfJob, 'columns'> {
  /** The name of the job. */
  readonly name: string;
  /** The column with the row's ID. */
  readonly id: string;
  readonly useCase: Type<UseCase>;
  /** False when the item is not done, for one because it is no longer due. */
  readonly run: (useCase: UseCase, app: CustomerAppId, id: Id) => Promise<boolean>;
}

interface JobProvider<UseCase> extends FactoryProvider<DueJob> {
  readonly useFactory: (transactions: Transactions, useCase: UseCase) => DueJob;
}

/** The provider of a due job that hands the ID of each due row to a use case. */
export function jobOfRows<UseCase, Id>(job: JobOfRows<UseCase, Id>): JobProvider<UseCase> {
  return {
    provide: Symbol(job.name),
    inject: [Transactions, job.useCase],
    useFactory: (transactions, useCase) => new HandRowsOver(transactions, job, useCase),
  };
}

interface DueRow {
  readonly customer_app_id: CustomerAppId;
  readonly [id: string]: unknown;
}

class HandRowsOver<UseCase, Id> extends DueRowsJob<DueRow> {
  override readonly name: string;

  constructor(
    transactions: Transactions,
    private readonly job: JobOfRows<UseCase, Id>,
    private readonly useCase: UseCase,
  ) {
    super(transactions, { ...job, columns: [job.id] });
    this.name = job.name;
  }

  protected override runOne(row: DueRow): Promise<boolean> {
    return this.job.run(this.useCase, row.customer_app_id, row[this.job.id] as Id);
  }
}
