import { Module } from '@nestjs/common';
import { PaymentLinkDirectory } from './payment-link-directory.js';
import { PaymentDirectory } from './ports.js';

@Module({
  providers: [{ provide: PaymentDirectory, useClass: PaymentLinkDirectory }],
  exports: [PaymentDirectory],
})
export class PaymentsModule {}
