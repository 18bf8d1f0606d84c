import { filterComplaint, listParametersOf, parameterNameOf } from '@towpath/contracts';
import type { Metrics } from '@towpath/observability';
import type { FastifyRequest } from 'fastify';

import { invalid } from './safe-json.js';

type Counter = ReturnType<Metrics['counter']>;

/**
 * Checks the parameter names of a list. A caller who filters by a name that the list does not know
 * would get more than asked for; what cannot be meant as a filter is ignored and counted.
 */
export class ListQueries {
  private readonly ignored: Counter;

  constructor(metrics: Metrics) {
    this.ignored = metrics.counter({
      name: 'http_ignored_query_parameters_total',
      help: 'Query parameters of lists that the list does not know.',
      labels: ['operation'],
    });
  }

  /** Throws `INVALID_REQUEST` with the name. */
  check({ query, routeOptions }: FastifyRequest): void {
    const { operation } = routeOptions.config.access ?? {};
    const declared = operation && listParametersOf(operation.id);
    if (!declared) return;
    for (const name of Object.keys(query as object)) {
      if (declared.includes(parameterNameOf(name))) continue;
      const complaint = operation.statuses.includes(400) && filterComplaint(name, declared);
      if (complaint) throw invalid(`${name} ${complaint}`);
      this.ignored.inc({ operation: operation.id });
    }
  }
}
