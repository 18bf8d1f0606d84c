import { Controller, Get, Res } from '@nestjs/common';
import { HealthRegistry } from '@towpath/observability';
import type { FastifyReply } from 'fastify';

import { Access } from './access.guard.js';

@Access('probe')
@Controller('health')
export class HealthController {
  constructor(private readonly health: HealthRegistry) {}

  @Get('live')
  live() {
    return this.health.live();
  }

  @Get('ready')
  async ready(@Res() reply: FastifyReply) {
    const report = await this.health.ready();
    await reply.status(report.status === 'ok' ? 200 : 503).send(report);
  }
}
