import { Module } from '@nestjs/common';
import { ContentHash } from '../persistence/content-hash.js';
import { EmailHash } from '../persistence/email-hash.js';
import { InstitutionNamesReads } from './institution-names/institution-names.reads.js';
import { ExternalAccountsReads } from './payment-accounts/external-accounts.reads.js';
import { PaymentAccountsController } from './payment-accounts/payment-accounts.controller.js';
import { PaymentAccountsReads } from './payment-accounts/payment-accounts.reads.js';
import { PaymentAccountsService } from './payment-accounts/payment-accounts.service.js';
import { PaymentUsersController } from './payment-users/payment-users.controller.js';
import { PaymentUsersReads } from './payment-users/payment-users.reads.js';
import { PaymentUsersService } from './payment-users/payment-users.service.js';

const SHARED = [
  EmailHash,
  InstitutionNamesReads,
  PaymentUsersReads,
  PaymentUsersService,
  ExternalAccountsReads,
  PaymentAccountsReads,
  PaymentAccountsService,
];

/** Who pays and who receives: people, their accounts, and those of the customer app. */
@Module({
  controllers: [PaymentUsersController, PaymentAccountsController],
  providers: [ContentHash, ...SHARED],
  exports: SHARED,
})
export class PartiesModule {}
