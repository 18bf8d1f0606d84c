import { Module } from '@nestjs/common';
import { HttpMandateDirectory } from './http-mandate-directory.js';
import { MandateDirectory } from './ports.js';

/** What payments and payment methods ask of the service that keeps mandates. */
@Module({
  providers: [{ provide: MandateDirectory, useClass: HttpMandateDirectory }],
  exports: [MandateDirectory],
})
export class MandateDirectoryModule {}
