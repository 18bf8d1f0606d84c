import { Env } from '@towpath/config';
import { Matches } from 'class-validator';

/** What an operator's program reads of the service in whose container it runs. */
export class WorkerConfig {
  @Env({
    name: 'DATABASE_WORKER_URL',
    description: 'PostgreSQL as the role `<service>_worker`.',
    example: 'postgres://mandate_worker:password@127.0.0.1:5432/mandate',
    secret: true,
  })
  @Matches(/^postgres(ql)?:\/\/.+/, { message: '$property must be a postgres:// URL' })
  databaseWorkerUrl: string;
}
