import { Module } from '@nestjs/common';
import { MandateDirectory } from './mandate-directory.js';

/** What payments and payment methods ask of the service that keeps mandates. */
@Module({
  providers: [MandateDirectory],
  exports: [MandateDirectory],
})
export class MandateDirectoryModule {}
