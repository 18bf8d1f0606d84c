import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import { GatewayProtocols } from '../../base/callbacks/gateway-protocol.js';
import { gatewayOfPath } from '../../base/parties/gateways.js';
import { Access } from '../../base/http/route-access.js';
import {
  DisputeEventDto,
  EvidenceDto,
  OpenDisputeDto,
  OpenDisputesQueryDto,
} from './disputes.dto.js';
import { factOf, type DisputeFact } from './domain/card-dispute.js';
import { MoveDisputeUseCase } from './move-dispute.use-case.js';
import { OpenDisputeUseCase } from './open-dispute.use-case.js';
import { CardDisputesRepository, type DisputeKey } from './persistence/card-disputes.repository.js';

/** Disputes at each gateway. A dispute is answered as the gateway's notification would tell it. */
@Access('server')
@Controller(':gateway/disputes')
export class DisputesController {
  constructor(
    private readonly openDispute: OpenDisputeUseCase,
    private readonly moveDispute: MoveDisputeUseCase,
    private readonly disputes: CardDisputesRepository,
    private readonly protocols: GatewayProtocols,
    private readonly transactions: Transactions,
  ) {}

  @Post()
  @HttpCode(200)
  async open(@Param('gateway') gateway: string, @Body() body: OpenDisputeDto) {
    const fact = await this.openDispute.execute({
      gateway: gatewayOfPath(gateway),
      customerAppId: body.customer_app_id,
      paymentId: body.payment_id,
      amount: body.amount,
      isDefendable: body.is_defendable ?? true,
    });
    return this.answer(fact);
  }

  @Get()
  async list(@Param('gateway') gateway: string, @Query() query: OpenDisputesQueryDto) {
    const { customer_app_id: customerAppId, after = '' } = query;
    const asked = { gateway: gatewayOfPath(gateway), customerAppId, after };
    const open = await this.transactions.asWorker((tx) => this.disputes.open(tx, asked));
    const last = open.at(-1)?.dispute.disputeReference ?? null;
    return {
      disputes: open.map(({ dispute, authorization }) =>
        this.answer(factOf(dispute, authorization)),
      ),
      next_after: last,
    };
  }

  @Get(':reference')
  async find(@Param() named: NamedDispute) {
    const key = keyOf(named);
    const found = await this.transactions.asWorker((tx) => this.disputes.get(tx, key));
    return this.answer(factOf(found.dispute, found.authorization));
  }

  @Post(':reference/events')
  @HttpCode(200)
  async decide(@Param() named: NamedDispute, @Body() { event }: DisputeEventDto) {
    return this.answer(await this.moveDispute.decide(keyOf(named), event));
  }

  @Post(':reference/accept')
  @HttpCode(200)
  async accept(@Param() named: NamedDispute) {
    return this.answer(await this.moveDispute.accept(keyOf(named)));
  }

  @Post(':reference/evidence')
  @HttpCode(200)
  async evidence(@Param() named: NamedDispute, @Body() { digest, documents = [] }: EvidenceDto) {
    const evidence = { digest, documents };
    return this.answer(await this.moveDispute.takeEvidence(keyOf(named), evidence));
  }

  private answer(fact: DisputeFact): object {
    return this.protocols.of(fact.dispute.gateway).disputeBody(fact);
  }
}

interface NamedDispute {
  readonly gateway: string;
  readonly reference: string;
}

function keyOf({ gateway, reference }: NamedDispute): DisputeKey {
  return { gateway: gatewayOfPath(gateway), disputeReference: reference };
}
