import { Module } from '@nestjs/common';
import { PaymentDirectory } from './payment-directory.js';

@Module({
  providers: [PaymentDirectory],
  exports: [PaymentDirectory],
})
export class PaymentsModule {}
