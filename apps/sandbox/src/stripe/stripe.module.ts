import { Module } from '@nestjs/common';
import { BaseModule } from '../base/base.module.js';
import { StripeChallengeController } from './api/stripe-challenge.controller.js';
import { StripeControlController } from './api/stripe-control.controller.js';
import { StripeController } from './api/stripe.controller.js';
import { StripeService } from './api/stripe.service.js';

/** A double of Stripe with state of its own, for the connector. Not affiliated with Stripe. */
@Module({
  imports: [BaseModule],
  controllers: [StripeControlController, StripeChallengeController, StripeController],
  providers: [StripeService],
})
export class StripeModule {}
