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
  @TextListField({ optional: true, description: 'Any of these alpha-3 codes.' })
  countries?: string[];

  @TextListField({ optional: true, description: 'All of these products or payments.' })
  products_supported?: string[];

  @EnumListField(INSTITUTION_USER_TYPES, { optional: true, description: 'Any of these users.' })
  user_type?: InstitutionUserType[];

  @EnumListField(INSTITUTION_STATUSES, { optional: true, description: 'Any of these statuses.' })
  institution_status?: InstitutionStatus[];

  @TextListField({ optional: true, description: 'Only these.' })
  institution_id?: string[];
}

/**
 * Between services: the institutions that a payer may choose. An absent or empty list means any.
 */
export class SearchInstitutionsRequest {
  @EnumField(APP_TYPES, { description: 'Simulated ones are for test apps.' })
  app_type: AppType;

  @TextField({ optional: true, max: 100, description: 'As it is typed; best matches first.' })
  search?: string;

  @IntegerField({ min: 1, max: 10_000, description: 'How many at most.' })
  limit: number;

  @TextField({ optional: true, max: 100, description: 'This one alone, if all else allows it.' })
  institution_id?: string;

  @TextListField({ optional: true, description: 'Any of these alpha-3 codes.' })
  countries?: string[];

  @TextListField({ optional: true, description: 'All of these products or payments.' })
  products_supported?: string[];

  @EnumListField(INSTITUTION_USER_TYPES, { optional: true, description: 'Any of these users.' })
  user_type?: InstitutionUserType[];

  @EnumListField(INSTITUTION_STATUSES, { optional: true, description: 'Any of these statuses.' })
  institution_status?: InstitutionStatus[];

  @EnumListField(INSTITUTION_TAGS, { optional: true, description: 'Any of these tags.' })
  tags?: InstitutionTag[];

  @CurrencyField({ optional: true, description: 'Accounts that payments can be made from in it.' })
  currency?: string;

  @ObjectField(() => InstitutionNarrowing, {
    optional: true,
    description: 'What must be true of them besides.',
  })
  narrowed?: InstitutionNarrowing;
}

export class SearchInstitutionsResponse {
  @ObjectListField(() => Institution, { description: 'In the order to show.' })
  institutions: Institution[];
}
