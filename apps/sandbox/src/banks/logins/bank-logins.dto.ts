import { field } from '@towpath/contracts';
import { MomentField } from '../../base/http/fields.js';

export class MandateLoginDto {
  @field.text({ min: 1, max: 100 }) customer_app_id: string;
  @field.text({ min: 1, max: 100 }) reference: string;
  @field.text({ min: 1, max: 100 }) institution_id: string;
  @field.text({ min: 1, max: 100 }) user_id: string;
  @field.text({ min: 1, max: 200 }) password: string;
  @field.text({ optional: true, min: 1, max: 20 }) otp?: string;
}

export class RedemptionDto {
  @field.text({ min: 1, max: 100 }) code: string;
  @field.text({ min: 1, max: 500 }) state: string;
}

export class AttemptDto {
  @field.text({ min: 1, max: 100 }) customer_app_id: string;
  @field.text({ min: 1, max: 100 }) attempt_id: string;
  @field.text({ min: 1, max: 100 }) institution_id: string;
  @field.enum(['en', 'zh', 'ko', 'vi']) language: string;
  /** The clock of the app. */
  @MomentField() now: string;
}

export class LoginDto extends AttemptDto {
  @field.text({ min: 1, max: 100 }) user_id: string;
  @field.text({ min: 1, max: 200 }) password: string;
}

export class AnswerDto extends AttemptDto {
  @field.text({ min: 1, max: 2_000 }) pending: string;
  @field.openObject() inputs: Record<string, string>;
}

export class DataRedemptionDto extends AttemptDto {
  @field.text({ min: 1, max: 100 }) code: string;
  @field.text({ min: 1, max: 500 }) state: string;
}

export class RefreshDto extends AttemptDto {
  @field.text({ optional: true, min: 1, max: 2_000 }) session?: string;
  @field.text({ optional: true, min: 1, max: 100 }) user_id?: string;
  @field.text({ optional: true, min: 1, max: 200 }) password?: string;
}

export class SessionDto {
  @field.text({ min: 1, max: 2_000 }) session: string;
}

export class ProductDto extends SessionDto {
  @field.text({ min: 1, max: 100 }) product: string;
  @MomentField() now: string;
  @MomentField({ optional: true }) since?: string;
  @field.text({ optional: true, min: 1, max: 300 }) after?: string;
}
