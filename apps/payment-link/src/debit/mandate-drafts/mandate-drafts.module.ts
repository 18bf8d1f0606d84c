import { Module } from '@nestjs/common';
import { MandateDrafts } from './mandate-drafts.js';

/** What payment links ask of the service that keeps mandates. */
@Module({
  providers: [MandateDrafts],
  exports: [MandateDrafts],
})
export class MandateDraftsModule {}
