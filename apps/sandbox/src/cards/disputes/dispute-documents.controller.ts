import { createHash } from 'node:crypto';
import { Body, Controller, Headers, Param, Put } from '@nestjs/common';

import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { gatewayOfPath } from '../../base/parties/gateways.js';
import { Access } from '../../base/http/route-access.js';
import { CardDisputes } from './card-disputes.js';

interface NamedDocument {
  readonly gateway: string;
  readonly reference: string;
  readonly digest: string;
}

/** Files of merchants, uploaded one by one before the evidence that names them. Repeatable. */
@Access('server')
@Controller(':gateway/disputes/:reference/documents')
export class DisputeDocumentsController {
  constructor(private readonly disputes: CardDisputes) {}

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
    const gateway = gatewayOfPath(path);
    const sizeBytes = content.length;
    await this.disputes.upload({
      gateway,
      disputeReference: reference,
      digest,
      mediaType,
      sizeBytes,
    });
    return { digest, size: content.length };
  }
}
