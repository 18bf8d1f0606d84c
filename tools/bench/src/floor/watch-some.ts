import { newId } from '@towpath/kernel';
import type { Operation } from '../operations/operation.js';
import type { Stage } from '../run/stage.js';
import type { PlanRequest } from './make-plan.js';
import { isRoundOfRelay, type WrittenTransaction } from './written-transactions.js';

/** Of a run of ten seconds and more; one for each second. */
const MAX_WATCHED = 10;
/** The programs of the floor that stand for the gateway and for the service behind it. */
const FIRST_TWO = 2;

type Watched = Pick<PlanRequest, 'operations' | 'newSince' | 'calls' | 'outsideCalls'>;

/** What an operation writes and asks, one after the other, so that nothing is shared. */
export async function watchSome({ watch, seconds }: Stage, operation: Operation): Promise<Watched> {
  const newSince = newId(new Date()).slice(0, 10);
  const operations: WrittenTransaction[][] = [];
  const count = Math.min(MAX_WATCHED, seconds);
  const work = await operation.prepare(count);
  await watch.quiet();
  const before = await watch.requests();
  for (const each of work) {
    const written = await watch.begin();
    await each();
    await operation.done?.();
    await watch.quiet();
    operations.push((await written()).filter((transaction) => !isRoundOfRelay(transaction)));
  }
  const after = await watch.requests();
  const served = Math.round((after.served - before.served) / count);
  const outsideCalls = Math.round((after.outside - before.outside) / count);
  return { operations, newSince, calls: Math.max(0, served - FIRST_TWO), outsideCalls };
}
