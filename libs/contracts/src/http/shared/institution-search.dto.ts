import {
  CurrencyField,
  EnumField,
  EnumListField,
  IntegerField,
  ObjectField,
  ObjectListField,
  TextField,
  TextListField,
} from '../../fields/index.js';
import {
  INSTITUTION_STATUSES,
  INSTITUTION_TAGS,
  INSTITUTION_USER_TYPES,
  type InstitutionStatus,
  type InstitutionTag,
  type InstitutionUserType,
} from '../../states/index.js';
import { APP_TYPES, type AppType } from '../../token.js';
import { Institution } from './institution.dto.js';

/** Filters within the institutions that the payer is offered. An absent or empty list means any. */
export class InstitutionNarrowing {
  @TextListField({
    optional: true,
    description: 'Only institutions of one of these countries, by alpha-3 code.',
  })
  countries?: string[];

  @TextListField({
    optional: true,
    description: 'Only institutions that support all of these products or payments.',
  })
  products_supported?: string[];

  @EnumListField(INSTITUTION_USER_TYPES, {
    optional: true,
    description: 'Only institutions for one of these kinds of users.',
  })
  user_type?: InstitutionUserType[];

  @EnumListField(INSTITUTION_STATUSES, {
    optional: true,
    description: 'Only institutions with one of these statuses.',
  })
  institution_status?: InstitutionStatus[];

  @TextListField({ optional: true, description: 'Only institutions with one of these IDs.' })
  institution_id?: string[];
}

/**
 * Between services: the institutions that a payer may choose. An absent or empty list means any.
 */
export class SearchInstitutionsRequest {
  @EnumField(APP_TYPES, {
    description: 'Type of the customer app; simulated institutions are for test apps only.',
  })
  app_type: AppType;

  @TextField({
    optional: true,
    max: 100,
    description: 'Text to search for in names. Best matches come first.',
  })
  search?: string;

  @IntegerField({ min: 1, max: 10_000, description: 'Maximum number of institutions to return.' })
  limit: number;

  @TextField({
    optional: true,
    max: 100,
    description: 'Only this institution, if the other filters allow it.',
  })
  institution_id?: string;

  @TextListField({
    optional: true,
    description: 'Only institutions of one of these countries, by alpha-3 code.',
  })
  countries?: string[];

  @TextListField({
    optional: true,
    description: 'Only institutions that support all of these products or payments.',
  })
  products_supported?: string[];

  @EnumListField(INSTITUTION_USER_TYPES, {
    optional: true,
    description: 'Only institutions for one of these kinds of users.',
  })
  user_type?: InstitutionUserType[];

  @EnumListField(INSTITUTION_STATUSES, {
    optional: true,
    description: 'Only institutions with one of these statuses.',
  })
  institution_status?: InstitutionStatus[];

  @EnumListField(INSTITUTION_TAGS, {
    optional: true,
    description: 'Only institutions with one of these tags.',
  })
  tags?: InstitutionTag[];

  @CurrencyField({
    optional: true,
    description: 'Only institutions that support payments in this currency.',
  })
  currency?: string;

  @ObjectField(() => InstitutionNarrowing, {
    optional: true,
    description: 'Additional filters, chosen by the end-user.',
  })
  narrowed?: InstitutionNarrowing;
}

export class SearchInstitutionsResponse {
  @ObjectListField(() => Institution, { description: 'Institutions in the order to show.' })
  institutions: Institution[];
}
