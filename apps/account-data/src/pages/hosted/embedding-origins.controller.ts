import { Controller, Param, Query } from '@nestjs/common';
import { IdField, TextListField } from '@towpath/contracts';
import { InternalRoute } from '@towpath/http';
import { parseId, type CustomerAppId } from '@towpath/kernel';
import type { HostedLinkId } from './hosted-link.js';
import { ReadEmbeddingOrigins } from './read-embedding-origins.query.js';

export class HostedLinkOriginsQuery {
  @IdField('The app of the session.') customer_app_id: string;
}

export class HostedLinkOriginsResponse {
  @TextListField('Origins that may frame the page, and take its last form.') origins: string[];
}

/** The gateway adds the sites of the app, and sends them to browsers. */
@Controller()
export class EmbeddingOriginsController {
  constructor(private readonly readEmbeddingOrigins: ReadEmbeddingOrigins) {}

  @InternalRoute('GET', '/internal/hosted_links/{sessionId}/embedding_origins', {
    callers: ['gateway'],
    response: HostedLinkOriginsResponse,
  })
  async read(
    @Param('sessionId') id: string,
    @Query() { customer_app_id }: HostedLinkOriginsQuery,
  ): Promise<HostedLinkOriginsResponse> {
    const sessionId = parseId<HostedLinkId>(id);
    const origins = await this.readEmbeddingOrigins.execute(
      customer_app_id as CustomerAppId,
      sessionId,
    );
    return { origins: [...origins] };
  }
}
