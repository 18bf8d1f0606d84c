import type { OperationOwner } from '@towpath/contracts';
import type { InternalCall, InternalClient } from '@towpath/http';
import { awaitedLater } from '@towpath/kernel';
import type { CommandRun, Transactions } from '@towpath/persistence';

export type Calls = Pick<InternalClient, 'call'>;

interface Audit {
  readonly run: CommandRun;
  readonly db: Transactions;
}

/** The members that the bodies of such calls have in common. */
interface Asked {
  readonly customer_app_id?: string;
  readonly reason?: string;
}

/**
 * Calls of a command to other services. Before the first one that changes something its entry is in
 * the gateway's audit: the command is known also when nobody knows what became of it.
 */
export class AuditedCalls implements Calls {
  private recorded: Promise<void> | undefined;

  constructor(
    private readonly client: Calls,
    private readonly audit: Audit,
  ) {}

  async call<T>(target: OperationOwner, call: InternalCall): Promise<T> {
    if (call.method !== 'GET') await (this.recorded ??= awaitedLater(this.record(call)));
    return this.client.call<T>(target, call);
  }

  private record({ body }: InternalCall): Promise<void> {
    const { customer_app_id: customerAppId, reason } = (body ?? {}) as Asked;
    const { run, db } = this.audit;
    return db.asWorker((tx) => run.record(tx, { customerAppId, reason }));
  }
}
