import { EnumField, OpenObjectField, TextField } from '@towpath/contracts';
import { MomentField } from '../../base/http/fields.js';

export class MandateLoginDto {
  @TextField({ min: 1, max: 100 }) customer_app_id: string;
  @TextField({ min: 1, max: 100 }) reference: string;
  @TextField({ min: 1, max: 100 }) institution_id: string;
  @TextField({ min: 1, max: 100 }) user_id: string;
  @TextField({ min: 1, max: 200 }) password: string;
  @TextField({ optional: true, min: 1, max: 20 }) otp?: string;
}

export class RedemptionDto {
  @TextField({ min: 1, max: 100 }) code: string;
  @TextField({ min: 1, max: 500 }) state: string;
}

export class AttemptDto {
  @TextField({ min: 1, max: 100 }) customer_app_id: string;
  @TextField({ min: 1, max: 100 }) attempt_id: string;
  @TextField({ min: 1, max: 100 }) institution_id: string;
  @EnumField(['en', 'zh', 'ko', 'vi']) language: string;
  /** The clock of the app. */
  @MomentField() now: string;
}

export class LoginDto extends AttemptDto {
  @TextField({ min: 1, max: 100 }) user_id: string;
  @TextField({ min: 1, max: 200 }) password: string;
}

export class AnswerDto extends AttemptDto {
  @TextField({ min: 1, max: 2_000 }) pending: string;
  @OpenObjectField() inputs: Record<string, string>;
}

export class DataRedemptionDto extends AttemptDto {
  @TextField({ min: 1, max: 100 }) code: string;
  @TextField({ min: 1, max: 500 }) state: string;
}

export class RefreshDto extends AttemptDto {
  @TextField({ optional: true, min: 1, max: 2_000 }) session?: string;
  @TextField({ optional: true, min: 1, max: 100 }) user_id?: string;
  @TextField({ optional: true, min: 1, max: 200 }) password?: string;
}

export class SessionDto {
  @TextField({ min: 1, max: 2_000 }) session: string;
}

export class ProductDto extends SessionDto {
  @TextField({ min: 1, max: 100 }) product: string;
  @MomentField() now: string;
  @MomentField({ optional: true }) since?: string;
  @TextField({ optional: true, min: 1, max: 300 }) after?: string;
}
