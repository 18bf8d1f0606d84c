import { Controller, Get, Param } from '@nestjs/common';

import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { customerOf } from '../gw4/gw4.answers.js';
import { Access } from '../../base/http/route-access.js';
import { FindStoredCard } from '../../cards/authorizations/find-stored-card.query.js';

/** A card gateway's description of a stored card, for the merchant's server. */
@Access('server')
@Controller()
export class StoredCardsController {
  constructor(private readonly findStoredCard: FindStoredCard) {}

  @Get('gw1/stored_payment_methods/:id')
  async gw1(@Param('id') id: string) {
    const { customerAppId, isUsable } = await this.findStoredCard.execute('GW1', id);
    return {
      stored_payment_method_id: id,
      customer_app_id: customerAppId,
      status: isUsable ? 'active' : 'expired',
    };
  }

  @Get('gw2/payment_tokens/:token')
  async gw2(@Param('token') token: string) {
    const { customerAppId, isUsable } = await this.findStoredCard.execute('GW2', token);
    return { payment_token: token, shop: customerAppId, state: isUsable ? 'ACTIVE' : 'EXPIRED' };
  }

  /** A method of another customer is not there. */
  @Get('gw4/customers/:customer/payment_methods/:id')
  async gw4(@Param() { customer, id }: { readonly customer: string; readonly id: string }) {
    const { customerAppId, isUsable } = await this.findStoredCard.execute('GW4', id);
    if (customer !== customerOf(id)) {
      throw new GatewayRefusal('not_found', 'The customer has no such payment method.');
    }
    return {
      object: 'payment_method',
      id,
      customer,
      usable: isUsable,
      metadata: { customer_app_id: customerAppId },
    };
  }
}
