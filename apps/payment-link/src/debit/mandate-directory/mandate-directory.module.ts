import { Module } from '@nestjs/common';
import { MandateDirectory } from './mandate-directory.js';

/** Requests of payments and payment methods to mandate. */
@Module({
  providers: [MandateDirectory],
  exports: [MandateDirectory],
})
export class MandateDirectoryModule {}
