import { Module } from '@nestjs/common';
import { InstitutionsModule } from './institutions/institutions.module.js';
import { LoginIdentitiesModule } from './login-identities/login-identities.module.js';

/** The slices of this service. Operations without one are routed and answer 501. */
@Module({ imports: [InstitutionsModule, LoginIdentitiesModule] })
export class AppModule {}
