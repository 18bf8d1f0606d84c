import { Body, Controller } from '@nestjs/common';
import {
  AutopayEnrollmentRequest,
  AvailablePaymentMethodsResponse,
  HostedView,
  SelectPaymentMethodRequest,
  SelectPaymentMethodResponse,
  SubmitCardRequest,
  SubmitPaymentMethodRequest,
} from '@towpath/contracts/payment-link';
import { Caller, ClientAddress, Operation } from '@towpath/http';
import { AnswerEnrollment } from '../payment-links/answer-enrollment.use-case.js';
import { ChangePaymentMethod } from '../payment-links/change-payment-method.use-case.js';
import { SelectPaymentMethod } from '../payment-links/select-payment-method.use-case.js';
import { GetHostedView } from './get-hosted-view.query.js';
import { ListAvailableMethods } from './list-available-methods.query.js';
import { countedAddressOf, payerOf } from './payer.js';
import { SubmitChosenMethod } from './submit-chosen-method.use-case.js';

/**
 * Operations of the hosted payment page. Every answer is the whole view, so a reload is harmless.
 */
@Controller()
export class HostedPaymentController {
  constructor(
    private readonly getHostedView: GetHostedView,
    private readonly listAvailableMethods: ListAvailableMethods,
    private readonly selectPaymentMethod: SelectPaymentMethod,
    private readonly submitChosenMethod: SubmitChosenMethod,
    private readonly changePaymentMethod: ChangePaymentMethod,
    private readonly answerEnrollment: AnswerEnrollment,
  ) {}

  @Operation('getHostedPaymentView', { response: HostedView })
  read(@Caller() caller: Caller): Promise<HostedView> {
    return this.getHostedView.execute(payerOf(caller));
  }

  @Operation('listHostedPaymentMethods', { response: AvailablePaymentMethodsResponse })
  async methods(@Caller() caller: Caller): Promise<AvailablePaymentMethodsResponse> {
    return { available_payment_methods: await this.listAvailableMethods.execute(payerOf(caller)) };
  }

  @Operation('selectHostedPaymentMethod', { response: SelectPaymentMethodResponse })
  async select(
    @Caller() caller: Caller,
    @Body() body: SelectPaymentMethodRequest,
  ): Promise<SelectPaymentMethodResponse> {
    const selected = await this.selectPaymentMethod.execute({
      ...payerOf(caller),
      accountId: body.payment_account_id,
      methodType: body.payment_method_type,
      savedMethodId: body.payment_method_id ?? null,
      surchargeAmount: body.surcharge_amount ?? null,
    });
    const { attemptId, surchargeAmount, cardFieldsUrl, mandate } = selected;
    return {
      attempt_id: attemptId,
      surcharge_amount: surchargeAmount || undefined,
      card_fields_url: cardFieldsUrl ?? undefined,
      mandate_id: mandate?.mandateId,
      mandate_token: mandate?.accessToken,
      mandate_token_expires_in: mandate?.expiresIn,
    };
  }

  @Operation('submitHostedCard', { response: HostedView })
  async submit(
    @Caller() caller: Caller,
    @ClientAddress() address: string | null,
    @Body() body: SubmitCardRequest,
  ): Promise<HostedView> {
    const payer = payerOf(caller);
    const { token, brand, last4, expiry_month, expiry_year } = body.card;
    await this.submitChosenMethod.execute({
      ...payer,
      address: countedAddressOf(caller, address),
      attemptId: body.attempt_id,
      card: { token, brand, last4, expiryMonth: expiry_month, expiryYear: expiry_year },
    });
    return this.getHostedView.execute(payer);
  }

  @Operation('submitHostedPaymentMethod', { response: HostedView })
  async submitChosen(
    @Caller() caller: Caller,
    @ClientAddress() address: string | null,
    @Body() { attempt_id: attemptId }: SubmitPaymentMethodRequest,
  ): Promise<HostedView> {
    const payer = payerOf(caller);
    const counted = countedAddressOf(caller, address);
    await this.submitChosenMethod.execute({ ...payer, address: counted, attemptId, card: null });
    return this.getHostedView.execute(payer);
  }

  @Operation('answerHostedAutopayEnrollment', { response: HostedView })
  async answerAutopay(
    @Caller() caller: Caller,
    @Body() { autopay_consent: autopayConsent }: AutopayEnrollmentRequest,
  ): Promise<HostedView> {
    const payer = payerOf(caller);
    await this.answerEnrollment.execute({ ...payer, autopayConsent });
    return this.getHostedView.execute(payer);
  }

  @Operation('changeHostedPaymentMethod', { response: HostedView })
  async change(@Caller() caller: Caller): Promise<HostedView> {
    const payer = payerOf(caller);
    await this.changePaymentMethod.execute(payer.customerAppId, payer.paymentLinkId);
    return this.getHostedView.execute(payer);
  }
}
