import { Module } from '@nestjs/common';
import { HttpMandateDrafts } from './http-mandate-drafts.js';
import { MandateDrafts } from './ports.js';

/** What payment links ask of the service that keeps mandates. */
@Module({
  providers: [{ provide: MandateDrafts, useClass: HttpMandateDrafts }],
  exports: [MandateDrafts],
})
export class MandateDraftsModule {}
