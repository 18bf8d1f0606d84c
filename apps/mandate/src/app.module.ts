import { Module } from '@nestjs/common';
import { MandatesModule } from './mandates/mandates.module.js';

/** The slices of this service. Operations without one are routed and answer 501. */
@Module({ imports: [MandatesModule] })
export class AppModule {}
