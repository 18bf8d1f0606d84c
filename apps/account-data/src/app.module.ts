import { Module } from '@nestjs/common';
import { InstitutionsModule } from './institutions/institutions.module.js';

/** The slices of this service. Operations without one are routed and answer 501. */
@Module({ imports: [InstitutionsModule] })
export class AppModule {}
