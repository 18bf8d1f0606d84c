import { pickVariables, ServiceConfig } from '@towpath/config';

/** What an operator's program reads of the service in whose container it runs. */
export class WorkerConfig extends pickVariables(ServiceConfig, ['databaseWorkerUrl']) {}
