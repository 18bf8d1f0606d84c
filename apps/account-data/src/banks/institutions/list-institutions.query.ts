import { Injectable } from '@nestjs/common';
import type { AppType, Institution } from '@towpath/contracts';
import type { InstitutionFilter } from './domain/institution-filter.js';
import { InstitutionCatalogue } from './institution-catalogue.js';

/** The institutions that a customer app may offer to its users. */
@Injectable()
export class ListInstitutions {
  constructor(private readonly catalogue: InstitutionCatalogue) {}

  execute(appType: AppType, filter: InstitutionFilter): Institution[] {
    return this.catalogue.list(appType, filter);
  }
}
