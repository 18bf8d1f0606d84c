import { Controller, Headers, Res } from '@nestjs/common';
import { HealthRegistry, Metrics, type HealthReport } from '@towpath/observability';
import type { FastifyReply } from 'fastify';

import { ProbeRoute } from '../access/operation.decorator.js';

const PROMETHEUS_TEXT = 'text/plain; version=0.0.4; charset=utf-8';
const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** Health checks for the platform. */
@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthRegistry,
    private readonly metrics: Metrics,
  ) {}

  @ProbeRoute('/health/live')
  live(): HealthReport {
    return this.health.live();
  }

  @ProbeRoute('/health/ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthReport> {
    const report = await this.health.ready();
    if (report.status !== 'ok') void reply.status(503);
    return report;
  }

  @ProbeRoute('/metrics', { internalOnly: true })
  text(
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const open = accept?.includes('application/openmetrics-text') ?? false;
    void reply.header('content-type', open ? OPEN_METRICS : PROMETHEUS_TEXT);
    return open ? this.metrics.openMetricsText() : this.metrics.text();
  }
}
