import { Module } from '@nestjs/common';
import { InstitutionDirectory } from './institution-directory.js';

@Module({
  providers: [InstitutionDirectory],
  exports: [InstitutionDirectory],
})
export class InstitutionsModule {}
