import { Module } from '@nestjs/common';
import { ChargeNotices } from '../../banks/direct-debit/ports.js';
import { MandatesModule } from '../../mandates/mandates.module.js';
import { ChargeMandate } from './charge-mandate.use-case.js';
import { ChargeController } from './charge.controller.js';
import { EndedMandateConsumer } from './ended-mandate.consumer.js';
import { FindDebits } from './find-debits.query.js';
import { FollowUpDebit } from './follow-up-debit.use-case.js';
import { ListChargeable } from './list-chargeable.query.js';
import { ListSettledCharges } from './list-settled-charges.query.js';
import { LockedDebits } from './locked-debit.js';
import { followUpDebits } from './persistence/follow-up-debits.job.js';
import { DirectDebitRepository } from './persistence/direct-debit.repository.js';
import { MandateUsage } from './persistence/mandate-usage.js';
import { PursueDebit } from './pursue-debit.use-case.js';
import { RecordDebitAnswer } from './record-debit-answer.use-case.js';
import { ReserveCharge } from './reserve-charge.js';
import { WakeCharge } from './wake-charge.js';
import { WakeChargesOfMandate } from './wake-charges-of-mandate.use-case.js';

/** Charges of mandates: their limits, and their outcomes at the bank. */
@Module({
  imports: [MandatesModule],
  controllers: [ChargeController, EndedMandateConsumer],
  providers: [
    DirectDebitRepository,
    MandateUsage,
    { provide: ChargeNotices, useClass: WakeCharge },
    ChargeMandate,
    ReserveCharge,
    ListChargeable,
    ListSettledCharges,
    LockedDebits,
    RecordDebitAnswer,
    PursueDebit,
    FindDebits,
    FollowUpDebit,
    followUpDebits,
    WakeChargesOfMandate,
  ],
  exports: [ChargeNotices, FindDebits],
})
export class ChargesModule {}
