import { Controller, Param, Query } from '@nestjs/common';
import { InternalRoute } from '@towpath/http';
import { parseId, type CustomerAppId, type PaymentLinkId } from '@towpath/kernel';
import { linkNotFound } from '../payment-links/payment-link.errors.js';
import { EmbeddingOriginsQuery, EmbeddingOriginsResponse } from './embedding-origins.dto.js';
import { ReadEmbeddingOrigins } from './read-embedding-origins.query.js';

@Controller()
export class EmbeddingOriginsController {
  constructor(private readonly readEmbeddingOrigins: ReadEmbeddingOrigins) {}

  @InternalRoute('GET', '/internal/payment_links/{paymentLinkId}/embedding_origins', {
    callers: ['gateway'],
    response: EmbeddingOriginsResponse,
  })
  async read(
    @Param('paymentLinkId') id: string,
    @Query() { customer_app_id }: EmbeddingOriginsQuery,
  ): Promise<EmbeddingOriginsResponse> {
    const paymentLinkId = parseId<PaymentLinkId>(id);
    if (!paymentLinkId) throw linkNotFound();
    const customerAppId = customer_app_id as CustomerAppId;
    return {
      origins: [...(await this.readEmbeddingOrigins.execute({ customerAppId, paymentLinkId }))],
    };
  }
}
