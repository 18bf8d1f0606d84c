import { Module } from '@nestjs/common';
import { EnsureMandateParties } from './ensure-mandate-parties.use-case.js';
import { FindMandateParties } from './find-mandate-parties.query.js';
import { MandatePartiesController } from './mandate-parties.controller.js';
import { MandateRecipient } from './mandate-recipient.js';
import { ReadMandateParties } from './read-mandate-parties.query.js';
import { PartiesModule } from '../../parties/parties.module.js';

/** Payers and recipients of direct debits, for mandate. */
@Module({
  imports: [PartiesModule],
  controllers: [MandatePartiesController],
  providers: [EnsureMandateParties, FindMandateParties, MandateRecipient, ReadMandateParties],
  exports: [MandateRecipient, ReadMandateParties],
})
export class MandatePartiesModule {}
