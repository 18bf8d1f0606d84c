import { createHash } from 'node:crypto';
import { Body, Controller, Headers, Param, Put } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { gatewayOfPath } from '../../base/parties/gateways.js';
import { Access } from '../../base/http/route-access.js';
import { CardDisputesRepository } from './persistence/card-disputes.repository.js';
import { DisputeDocumentsRepository } from './persistence/dispute-documents.repository.js';

interface NamedDocument {
  readonly gateway: string;
  readonly reference: string;
  readonly digest: string;
}

/** Files of merchants, uploaded one by one before the evidence that names them. Repeatable. */
@Access('server')
@Controller(':gateway/disputes/:reference/documents')
export class DisputeDocumentsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: CardDisputesRepository,
    private readonly documents: DisputeDocumentsRepository,
  ) {}

  @Put(':digest')
  async upload(
    @Param() { gateway: path, reference, digest }: NamedDocument,
    @Headers('content-type') mediaType: string,
    @Body() content: unknown,
  ) {
    if (
      !Buffer.isBuffer(content) ||
      digest !== createHash('sha256').update(content).digest('hex')
    ) {
      throw new GatewayRefusal('invalid_request', 'The document is not the one that is named.');
    }
    const key = { gateway: gatewayOfPath(path), disputeReference: reference };
    await this.transactions.asWorker(async (tx) => {
      await this.disputes.get(tx, key);
      await this.documents.add(tx, { ...key, digest, mediaType, sizeBytes: content.length });
    });
    return { digest, size: content.length };
  }
}
