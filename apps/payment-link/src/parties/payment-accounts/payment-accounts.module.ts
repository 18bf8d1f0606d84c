import { Module } from '@nestjs/common';
import { InstitutionNamesModule } from '../institution-names/institution-names.module.js';
import { PaymentUsersModule } from '../payment-users/payment-users.module.js';
import { CreateExternalAccount } from './create-external-account.use-case.js';
import { DeleteExternalAccount } from './delete-external-account.use-case.js';
import { ExternalAccountController } from './external-account.controller.js';
import { ExternalAccountView } from './external-account.view.js';
import { FindAccountHolders } from './find-account-holders.query.js';
import { FindRecipients } from './find-recipients.query.js';
import { ForgetAccountHolder } from './forget-account-holder.use-case.js';
import { ListPaymentAccounts } from './list-payment-accounts.query.js';
import { ListUserAccounts } from './list-user-accounts.query.js';
import { PaymentAccountController } from './payment-account.controller.js';
import { ExternalAccountRepository } from './persistence/external-account.repository.js';
import { PaymentAccountRepository } from './persistence/payment-account.repository.js';
import { SaveSettlementAccount } from './save-settlement-account.use-case.js';

@Module({
  imports: [InstitutionNamesModule, PaymentUsersModule],
  controllers: [PaymentAccountController, ExternalAccountController],
  providers: [
    PaymentAccountRepository,
    ExternalAccountRepository,
    SaveSettlementAccount,
    CreateExternalAccount,
    DeleteExternalAccount,
    ListPaymentAccounts,
    ListUserAccounts,
    FindAccountHolders,
    FindRecipients,
    ForgetAccountHolder,
    ExternalAccountView,
  ],
  exports: [FindAccountHolders, FindRecipients, ForgetAccountHolder, SaveSettlementAccount],
})
export class PaymentAccountsModule {}
