import {
  CurrencyField,
  EnumField,
  EnumListField,
  IntegerField,
  ObjectField,
  ObjectListField,
  pick,
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

/** The institutions that a payer may choose. An absent or empty list means any. */
class InstitutionFilters {
  @EnumField('Type of the customer app; simulated institutions are for test apps only.', APP_TYPES)
  app_type: AppType;
  @TextField('Text to search for in names. Best matches come first.', { optional: true, max: 100 })
  search?: string;
  @IntegerField('Maximum number of institutions to return.', { min: 1, max: 10_000 }) limit: number;
  @TextField('Only this institution, if the other filters allow it.', { optional: true, max: 100 })
  institution_id?: string;
  @TextListField('Only institutions of one of these countries, by alpha-3 code.', {
    optional: true,
  })
  countries?: string[];
  @TextListField('Only institutions that support all of these products or payments.', {
    optional: true,
  })
  products_supported?: string[];
  @EnumListField('Only institutions for one of these kinds of users.', INSTITUTION_USER_TYPES, {
    optional: true,
  })
  user_type?: InstitutionUserType[];
  @EnumListField('Only institutions with one of these statuses.', INSTITUTION_STATUSES, {
    optional: true,
  })
  institution_status?: InstitutionStatus[];
  @EnumListField('Only institutions with one of these tags.', INSTITUTION_TAGS, { optional: true })
  tags?: InstitutionTag[];
  @CurrencyField('Only institutions that support payments in this currency.', { optional: true })
  currency?: string;
}

/** Filters within the institutions that the payer is offered. An absent or empty list means any. */
export class InstitutionNarrowing extends pick(InstitutionFilters, [
  'countries',
  'products_supported',
  'user_type',
  'institution_status',
]) {
  @TextListField('Only institutions with one of these IDs.', { optional: true })
  institution_id?: string[];
}

/** Between services: a search. */
export class SearchInstitutionsRequest extends InstitutionFilters {
  @ObjectField('Additional filters, chosen by the end-user.', () => InstitutionNarrowing, {
    optional: true,
  })
  narrowed?: InstitutionNarrowing;
}

export class SearchInstitutionsResponse {
  @ObjectListField('Institutions in the order to show.', () => Institution)
  institutions: Institution[];
}
