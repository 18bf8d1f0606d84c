import { Module } from '@nestjs/common';
import { MandateDirectoryModule } from '../mandate-directory/mandate-directory.module.js';
import { MandatePartiesModule } from '../mandate-parties/mandate-parties.module.js';
import { FindSavedMandates } from './find-saved-mandates.query.js';
import { ImportMandateMethod } from './import-mandate-method.use-case.js';
import { MandateMethods } from './mandate-methods.js';
import { StoringLinks } from './persistence/storing-links.js';
import { ReadMandateMethod } from './read-mandate-method.query.js';
import { PartiesModule } from '../../parties/parties.module.js';

/** Payment methods that are mandates. */
@Module({
  imports: [PartiesModule, MandateDirectoryModule, MandatePartiesModule],
  providers: [
    StoringLinks,
    MandateMethods,
    ImportMandateMethod,
    FindSavedMandates,
    ReadMandateMethod,
  ],
  exports: [FindSavedMandates, ImportMandateMethod, MandateMethods, ReadMandateMethod],
})
export class MandateMethodsModule {}
