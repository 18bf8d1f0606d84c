import { Body, Controller, Param } from '@nestjs/common';
import {
  CreatePaymentMethodRequest,
  ListPaymentMethodsResponse,
  PaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import { Caller, Operation } from '@towpath/http';
import { ImportMandateMethod } from '../../debit/mandate-methods/import-mandate-method.use-case.js';
import { CancelPaymentMethod } from './cancel-payment-method.use-case.js';
import { GetPaymentMethod } from './get-payment-method.query.js';
import { ListPaymentMethods } from './list-payment-methods.query.js';
import { InstitutionNamesReads } from '../../parties/institution-names/institution-names.reads.js';
import { CardImportsService } from '../../cards/payment-methods/card-imports.service.js';

@Controller()
export class PaymentMethodController {
  constructor(
    private readonly listPaymentMethods: ListPaymentMethods,
    private readonly getPaymentMethod: GetPaymentMethod,
    private readonly cancelPaymentMethod: CancelPaymentMethod,
    private readonly cardImports: CardImportsService,
    private readonly importMandateMethod: ImportMandateMethod,
    private readonly names: InstitutionNamesReads,
  ) {}

  @Operation('listPaymentMethods', { response: ListPaymentMethodsResponse })
  async list(
    @Caller() { customerAppId }: Caller,
    @Param('paymentUserId') userId: string,
  ): Promise<ListPaymentMethodsResponse> {
    return this.names.shown(await this.listPaymentMethods.execute(customerAppId, userId));
  }

  @Operation('createPaymentMethod', { response: PaymentMethodResponse })
  async create(
    @Caller() { customerAppId }: Caller,
    @Param('paymentUserId') userId: string,
    @Body() body: CreatePaymentMethodRequest,
  ): Promise<PaymentMethodResponse> {
    if (body.payment_method_type !== 'MANDATE') {
      return this.cardImports.import(customerAppId, userId, body);
    }
    return this.names.shown(await this.importMandateMethod.execute(customerAppId, userId, body));
  }

  @Operation('getPaymentMethod', { response: PaymentMethodResponse })
  async get(
    @Caller() { customerAppId }: Caller,
    @Param('paymentMethodId') id: string,
  ): Promise<PaymentMethodResponse> {
    return this.names.shown(await this.getPaymentMethod.execute(customerAppId, id));
  }

  @Operation('cancelPaymentMethod', { response: PaymentMethodResponse })
  async cancel(
    @Caller() { customerAppId }: Caller,
    @Param('paymentMethodId') id: string,
  ): Promise<PaymentMethodResponse> {
    return this.names.shown(await this.cancelPaymentMethod.execute(customerAppId, id));
  }
}
