import { Module } from '@nestjs/common';
import { InstitutionNames } from './institution-names.js';

@Module({ providers: [InstitutionNames], exports: [InstitutionNames] })
export class InstitutionNamesModule {}
