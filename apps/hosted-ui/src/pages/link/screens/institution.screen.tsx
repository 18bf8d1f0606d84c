import { InstitutionPicker } from '../../../shared/banks/institution-picker.js';
import { Button } from '../../../shared/parts/button.js';
import { Icon } from '../../../shared/parts/icon.js';
import { ScreenTitle } from '../../../shared/parts/screen-title.js';
import { bankChoiceOf } from '../flow/login-form.js';
import { LinkFoot, LinkNoticeRegion } from '../parts/link-parts.js';
import type { LinkViewProps } from './link-screen-props.js';
import type { Ref } from 'preact';

interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onPick: (value: string) => void;
  readonly field?: Ref<HTMLSelectElement>;
}

/** ISO 3166: the three letters of the interface, and the two that browsers know names by. */
const TWO_LETTERS: Readonly<Record<string, string>> = {
  AUS: 'AU',
  CHN: 'CN',
  GBR: 'GB',
  HKG: 'HK',
  IDN: 'ID',
  IND: 'IN',
  JPN: 'JP',
  KOR: 'KR',
  MAC: 'MO',
  MYS: 'MY',
  NZL: 'NZ',
  PHL: 'PH',
  SGP: 'SG',
  THA: 'TH',
  TWN: 'TW',
  USA: 'US',
  VNM: 'VN',
};

export function InstitutionScreen(props: LinkViewProps) {
  const { flow, state, texts, merchant } = props;
  const { search, sending } = state;
  const words = texts.institution;
  const choices = search.found?.map(bankChoiceOf) ?? null;
  const opening = sending.what === 'offer' ? sending.institution.institution_id : null;
  const chosen = choices?.find(({ institution_id: id }) => id === opening) ?? null;
  return (
    <div class="panel-body">
      <ScreenTitle title={words.title} titleFor={merchant} texts={texts} />
      <p>{words.body(merchant)}</p>
      <LinkNoticeRegion {...props} />
      <Filters {...props} />
      <InstitutionPicker
        search={{ ...search, found: choices }}
        chosen={chosen}
        words={words}
        onType={(query) => flow.banks.type(query)}
        onChoose={(institution) => void flow.choose(institution)}
      />
      {search.failure && (
        <div class="notice" role="alert">
          <Icon name="alert" />
          <div>
            <p>{words.failed}</p>
            <Button kind="quiet" onPress={() => flow.banks.again()}>
              {texts.actions.retry}
            </Button>
          </div>
        </div>
      )}
      <p class="visually-hidden" role="status">
        {opening === null ? '' : words.opening}
      </p>
      <LinkFoot {...props} />
    </div>
  );
}

/** Each only where there is something to choose. */
function Filters({ flow, state, view, texts }: LinkViewProps) {
  const words = texts.institution;
  const countries = view.countries ?? [];
  const types = (view.institution_types ?? []).filter((type) => Object.hasOwn(words.types, type));
  if (countries.length < 2 && types.length < 2) return null;
  const language = document.documentElement.lang;
  return (
    <div class="filters">
      {countries.length > 1 && (
        <SelectField
          id="bank-country"
          label={words.country}
          value={state.filter.country ?? ''}
          onPick={(country) => flow.banks.narrow({ country: country || null })}
          options={[
            { value: '', label: words.anyCountry },
            ...countries.map((code) => ({ value: code, label: countryName(code, { language }) })),
          ]}
        />
      )}
      {types.length > 1 && (
        <SelectField
          id="bank-type"
          label={words.type}
          value={state.filter.type ?? ''}
          onPick={(type) => flow.banks.narrow({ type: type || null })}
          options={[
            { value: '', label: words.anyType },
            ...types.map((type) => ({
              value: type,
              label: words.types[type as keyof typeof words.types],
            })),
          ]}
        />
      )}
    </div>
  );
}

/** The name of a country or region in a language; its code where no name is known. */
function countryName(alpha3: string, { language }: { readonly language: string }): string {
  const code = TWO_LETTERS[alpha3];
  if (!code) return alpha3;
  const names = new Intl.DisplayNames([language], { type: 'region', style: 'short' });
  return names.of(code) ?? alpha3;
}

/** A labelled choice of one of few. */
function SelectField({ id, label, value, options, onPick, field }: SelectFieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="field__box">
        <select
          id={id}
          ref={field}
          value={value}
          onChange={(event) => onPick(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}
