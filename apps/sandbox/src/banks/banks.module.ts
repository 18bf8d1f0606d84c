import { Module } from '@nestjs/common';
import { AccountDataController } from './logins/account-data.controller.js';
import { BankLoginController } from './logins/bank-login.controller.js';
import { BankPageController } from './bank-page/bank-page.controller.js';
import { DataLogins } from './logins/data-logins.js';
import { LogIn } from './logins/log-in.use-case.js';
import { ReadProduct } from './logins/read-product.query.js';
import { BankLoginsRepository } from './logins/persistence/bank-logins.repository.js';
import { EndedConsents } from './logins/persistence/ended-consents.repository.js';
import { BankTokens } from './logins/bank-tokens.js';
import { SandboxConfig } from '../sandbox.config.js';

/** Banks of payers and end-users: logins, the page of a bank, and generated data. */
@Module({
  controllers: [AccountDataController, BankLoginController, BankPageController],
  providers: [
    DataLogins,
    LogIn,
    ReadProduct,
    BankLoginsRepository,
    EndedConsents,
    {
      provide: BankTokens,
      inject: [SandboxConfig],
      useFactory: ({ gatewaySecret }: SandboxConfig) => new BankTokens(gatewaySecret),
    },
  ],
})
export class BanksModule {}
