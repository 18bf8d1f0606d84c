import { Module } from '@nestjs/common';
import { GetInstitution } from './get-institution.query.js';
import { InstitutionCatalogue } from './institution-catalogue.js';
import { InstitutionController } from './institution.controller.js';
import { ListInstitutions } from './list-institutions.query.js';
import { ListSessionInstitutions } from './list-session-institutions.query.js';
import { SearchInstitutions } from './search-institutions.query.js';

@Module({
  controllers: [InstitutionController],
  providers: [
    InstitutionCatalogue,
    ListInstitutions,
    ListSessionInstitutions,
    GetInstitution,
    SearchInstitutions,
  ],
  exports: [InstitutionCatalogue, GetInstitution],
})
export class InstitutionsModule {}
