import { Module } from '@nestjs/common';
import { BankPageController } from './bank-page/bank-page.controller.js';
import { BankDataReads } from './logins/bank-data.reads.js';
import { BankLoginsController } from './logins/bank-logins.controller.js';
import { BankLoginsService } from './logins/bank-logins.service.js';
import { BankTokens } from './logins/bank-tokens.js';

/** Banks of payers and end-users: logins, the page of a bank, and generated data. */
@Module({
  controllers: [BankLoginsController, BankPageController],
  providers: [BankLoginsService, BankDataReads, BankTokens],
})
export class BanksModule {}
