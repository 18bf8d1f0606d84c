import { Module } from '@nestjs/common';
import { KeptMoneyFollowers } from './kept-money-followers.js';

/** Notifies slices when refunds or disputes change what a payment brought in and left. */
@Module({ providers: [KeptMoneyFollowers], exports: [KeptMoneyFollowers] })
export class KeptMoneyModule {}
