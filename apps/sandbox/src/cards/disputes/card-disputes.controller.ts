import { createHash } from 'node:crypto';
import { field, defineField, IsListOf } from '@towpath/contracts';
import { Body, Controller, Get, HttpCode, Param, Post, Query, Headers, Put } from '@nestjs/common';
import { FormField, MinorUnitsField, ReferenceField } from '../../base/http/fields.js';
import { Access } from '../../base/http/access.guard.js';
import { gatewayOfPath } from '../../base/parties/parties.js';
import { CardDisputesService } from './card-disputes.service.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';

/** SHA-256 in hex. */
const DIGEST = { form: /^[0-9a-f]{64}$/u, must: 'must be a SHA-256 digest in hex' };

class OpenDisputeDto {
  @ReferenceField() customer_app_id: string;
  @ReferenceField() payment_id: string;
  /** Minor units; the whole payment when absent. */
  @MinorUnitsField({ optional: true }) amount?: number;
  @field.boolean({ optional: true }) is_defendable?: boolean;
}

class DisputeEventDto {
  @field.enum(['WON', 'LOST', 'ACCEPTED', 'SECOND_CHARGEBACK']) event: string;
}

class EvidenceDto {
  /** Names what was sent, so that a repeat is known. */
  @FormField(DIGEST) digest: string;
  /** Documents that were uploaded before. */
  @DigestsField() documents?: string[];
}

class OpenDisputesQueryDto {
  @ReferenceField() customer_app_id: string;
  @field.text({ optional: true, max: 100 }) after?: string;
}

function DigestsField() {
  const item = (value: unknown) => typeof value === 'string' && DIGEST.form.test(value);
  const rule = { items: 'SHA-256 digests in hex', max: 100, item };
  return defineField([{ optional: true }], {
    shape: { schema: { type: 'array' } },
    decorators: [IsListOf(rule)],
  });
}

interface NamedDispute {
  readonly gateway: string;
  readonly reference: string;
}

/** Disputes at each gateway. The answer about a dispute is the gateway's notification. */
@Access('server')
@Controller(':gateway/disputes')
export class CardDisputesController {
  constructor(private readonly disputes: CardDisputesService) {}

  @Post()
  @HttpCode(200)
  open(@Param('gateway') gateway: string, @Body() body: OpenDisputeDto) {
    return this.disputes.open({
      gateway: gatewayOfPath(gateway),
      customerAppId: body.customer_app_id,
      paymentId: body.payment_id,
      amount: body.amount,
      isDefendable: body.is_defendable ?? true,
    });
  }

  @Get()
  async list(@Param('gateway') gateway: string, @Query() query: OpenDisputesQueryDto) {
    const { customer_app_id: customerAppId, after = '' } = query;
    const asked = { gateway: gatewayOfPath(gateway), customerAppId, after };
    const { disputes, next } = await this.disputes.listOpen(asked);
    return { disputes, next_after: next };
  }

  @Get(':reference')
  find(@Param() named: NamedDispute) {
    return this.disputes.find(keyOf(named));
  }

  @Post(':reference/events')
  @HttpCode(200)
  decide(@Param() named: NamedDispute, @Body() { event }: DisputeEventDto) {
    return this.disputes.decide(keyOf(named), event);
  }

  @Post(':reference/accept')
  @HttpCode(200)
  accept(@Param() named: NamedDispute) {
    return this.disputes.accept(keyOf(named));
  }

  @Post(':reference/evidence')
  @HttpCode(200)
  evidence(@Param() named: NamedDispute, @Body() { digest, documents = [] }: EvidenceDto) {
    return this.disputes.takeEvidence(keyOf(named), { digest, documents });
  }

  /** A file of the merchant, before the evidence that names it. Repeatable. */
  @Put(':reference/documents/:digest')
  async upload(
    @Param() { digest, ...named }: NamedDispute & { readonly digest: string },
    @Headers('content-type') mediaType: string,
    @Body() content: unknown,
  ) {
    if (
      !Buffer.isBuffer(content) ||
      digest !== createHash('sha256').update(content).digest('hex')
    ) {
      throw new GatewayRefusal('invalid_request', 'The document is not the one that is named.');
    }
    const size = content.length;
    await this.disputes.upload({ ...keyOf(named), digest, mediaType, sizeBytes: size });
    return { digest, size };
  }
}

function keyOf({ gateway, reference }: NamedDispute) {
  return { gateway: gatewayOfPath(gateway), disputeReference: reference };
}
