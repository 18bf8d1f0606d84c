import { Module } from '@nestjs/common';
import { InstitutionsModule } from '../../banks/institutions/institutions.module.js';
import { GetLoginIdentity } from './get-login-identity.query.js';
import { InstitutionSummaries } from './institution-summaries.js';
import { LoginIdentityViews } from './login-identity.view.js';
import { SqlLoginIdentityRepository } from './persistence/sql-login-identity.repository.js';
import { LoginIdentityRepository } from './ports.js';
import { ReadLoginIdentity } from './read-login-identity.js';

/** Login identities and their states. */
@Module({
  imports: [InstitutionsModule],
  providers: [
    { provide: LoginIdentityRepository, useClass: SqlLoginIdentityRepository },
    InstitutionSummaries,
    ReadLoginIdentity,
    GetLoginIdentity,
    LoginIdentityViews,
  ],
  exports: [
    LoginIdentityRepository,
    InstitutionSummaries,
    ReadLoginIdentity,
    GetLoginIdentity,
    LoginIdentityViews,
  ],
})
export class LoginIdentitiesModule {}
