import { Module } from '@nestjs/common';
import { CreateMandate } from './create-mandate.use-case.js';
import { GetMandate } from './get-mandate.query.js';
import { ListMandates } from './list-mandates.query.js';
import { MandateController } from './mandate.controller.js';
import { PaymentLinkPartyDirectory } from './payment-link-party-directory.js';
import { SqlMandateRepository } from './persistence/sql-mandate.repository.js';
import { MandateRepository, PartyDirectory } from './ports.js';

@Module({
  controllers: [MandateController],
  providers: [
    { provide: MandateRepository, useClass: SqlMandateRepository },
    { provide: PartyDirectory, useClass: PaymentLinkPartyDirectory },
    CreateMandate,
    GetMandate,
    ListMandates,
  ],
})
export class MandatesModule {}
