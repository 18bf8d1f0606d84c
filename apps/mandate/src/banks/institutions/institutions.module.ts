import { Module } from '@nestjs/common';
import { AccountDataInstitutions } from './account-data-institutions.js';
import { InstitutionDirectory } from './ports.js';

@Module({
  providers: [{ provide: InstitutionDirectory, useClass: AccountDataInstitutions }],
  exports: [InstitutionDirectory],
})
export class InstitutionsModule {}
