import { Module } from '@nestjs/common';
import { MandateDrafts } from './mandate-drafts.js';

/** Requests of payment links to mandate. */
@Module({
  providers: [MandateDrafts],
  exports: [MandateDrafts],
})
export class MandateDraftsModule {}
