import { Module } from '@nestjs/common';
import { CustomerAppDirectory } from '@towpath/http';
import { ChangeCustomerApp } from './change-customer-app.js';
import { CreateCustomerApp } from './create-customer-app.use-case.js';
import { CustomerAppInternalController } from './customer-app.internal-controller.js';
import { FindCustomerApp } from './find-customer-app.query.js';
import { OwnCustomerAppDirectory } from './own-customer-app-directory.js';
import { CustomerAppRepository } from './persistence/customer-app.repository.js';
import { RotateClientSecret } from './rotate-client-secret.use-case.js';
import { SetCustomerAppStatus } from './set-customer-app-status.use-case.js';
import { UpdateCustomerApp } from './update-customer-app.use-case.js';

const providers = [
  CustomerAppRepository,
  { provide: CustomerAppDirectory, useClass: OwnCustomerAppDirectory },
  ChangeCustomerApp,
  CreateCustomerApp,
  FindCustomerApp,
  RotateClientSecret,
  SetCustomerAppStatus,
  UpdateCustomerApp,
];

@Module({
  controllers: [CustomerAppInternalController],
  providers,
  exports: providers,
})
export class CustomerAppsModule {}
