import { Controller, Param, Query } from '@nestjs/common';
import { InternalRoute } from '@towpath/http';
import { parseId, type CustomerAppId } from '@towpath/kernel';
import { mandateNotFound } from '../../mandates/mandates/mandate.js';
import type { MandateSessionId } from '../sessions/ports.js';
import { EmbeddingOriginsQuery, EmbeddingOriginsResponse } from './embedding-origins.dto.js';
import { ReadEmbeddingOrigins } from './read-embedding-origins.query.js';

@Controller()
export class EmbeddingOriginsController {
  constructor(private readonly readEmbeddingOrigins: ReadEmbeddingOrigins) {}

  @InternalRoute('GET', '/internal/mandate_sessions/{sessionId}/embedding_origins', {
    callers: ['gateway'],
    response: EmbeddingOriginsResponse,
  })
  async read(
    @Param('sessionId') id: string,
    @Query() { customer_app_id }: EmbeddingOriginsQuery,
  ): Promise<EmbeddingOriginsResponse> {
    const sessionId = parseId<MandateSessionId>(id);
    if (!sessionId) throw mandateNotFound();
    const customerAppId = customer_app_id as CustomerAppId;
    return {
      origins: [...(await this.readEmbeddingOrigins.execute({ customerAppId, sessionId }))],
    };
  }
}
