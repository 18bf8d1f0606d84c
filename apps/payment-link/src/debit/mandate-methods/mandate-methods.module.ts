import { Module } from '@nestjs/common';
import { InstitutionNamesModule } from '../../parties/institution-names/institution-names.module.js';
import { MandateDirectoryModule } from '../mandate-directory/mandate-directory.module.js';
import { MandatePartiesModule } from '../mandate-parties/mandate-parties.module.js';
import { SenderAccountsModule } from '../../parties/payment-accounts/sender-accounts.module.js';
import { PaymentUsersModule } from '../../parties/payment-users/payment-users.module.js';
import { FindSavedMandates } from './find-saved-mandates.query.js';
import { ImportMandateMethod } from './import-mandate-method.use-case.js';
import { MandateMethods } from './mandate-methods.js';
import { StoringLinks } from './persistence/storing-links.js';
import { ReadMandateMethod } from './read-mandate-method.query.js';

/** Payment methods that are mandates. */
@Module({
  imports: [
    InstitutionNamesModule,
    MandateDirectoryModule,
    MandatePartiesModule,
    PaymentUsersModule,
    SenderAccountsModule,
  ],
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
