import { InstitutionPicker } from '../../../shared/banks/institution-picker.js';
import { SearchFailure } from '../../../shared/parts/bank-parts.js';
import { Announced } from '../../../shared/parts/notice-region.js';
import { ScreenTitle } from '../../../shared/parts/screen-title.js';
import type { LinkView } from '../api/link-view.js';
import { bankChoiceOf } from '../flow/login-form.js';
import { LinkFoot, LinkNotice } from '../parts/link-parts.js';
import type { LinkViewProps } from './link-screen-props.js';

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
      <ScreenTitle title={words.title} titleFor={merchant} />
      <p>{words.body(merchant)}</p>
      <LinkNotice {...props} />
      <Filters {...props} />
      <InstitutionPicker
        search={{ ...search, found: choices }}
        chosen={chosen}
        words={words}
        {...(tellsCountries(state, props.view) && {
          notes: search.found?.map(({ countries }) => countries.map(countryName).join(', ')) ?? [],
        })}
        onType={(query) => flow.typeQuery(query)}
        onChoose={(institution) => void flow.choose(institution)}
      />
      <SearchFailure search={search} texts={texts} onRetry={() => flow.searchAgain()} />
      <Announced text={opening !== null && words.opening} />
      <LinkFoot {...props} />
    </div>
  );
}

/** One name may stand for a bank in each of several countries. */
function tellsCountries({ filter }: LinkViewProps['state'], { countries = [] }: LinkView): boolean {
  return filter.country === null && countries.length > 1;
}

/** Each only where there is something to choose. */
function Filters({ flow, state, view, texts }: LinkViewProps) {
  const words = texts.institution;
  const known: Readonly<Record<string, string>> = words.types;
  const countries = view.countries ?? [];
  const types = (view.institution_types ?? []).filter((type) => Object.hasOwn(known, type));
  if (countries.length < 2 && types.length < 2) return null;
  return (
    <div class="filters">
      {countries.length > 1 && (
        <SelectField
          id="bank-country"
          label={words.country}
          value={state.filter.country}
          any={words.any}
          choices={countries.map((code) => [code, countryName(code)])}
          onPick={(country) => flow.narrow({ country })}
        />
      )}
      {types.length > 1 && (
        <SelectField
          id="bank-type"
          label={words.type}
          value={state.filter.type}
          any={words.any}
          choices={types.map((type) => [type, known[type] ?? type])}
          onPick={(type) => flow.narrow({ type })}
        />
      )}
    </div>
  );
}

/** The name of a country or region in the language of the page; its code where no name is known. */
function countryName(alpha3: string): string {
  const code = TWO_LETTERS[alpha3];
  if (!code) return alpha3;
  const names = new Intl.DisplayNames([document.documentElement.lang], {
    type: 'region',
    style: 'short',
  });
  return names.of(code) ?? alpha3;
}

interface SelectFieldProps {
  readonly id: string;
  readonly label: string;
  /** Null for any. */
  readonly value: string | null;
  readonly any: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly onPick: (value: string | null) => void;
}

/** A labelled choice of one of few, or any. */
function SelectField({ id, label, value, any, choices, onPick }: SelectFieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="field__box">
        <select
          id={id}
          value={value ?? ''}
          onChange={(event) => onPick(event.currentTarget.value || null)}
        >
          {[['', any] as const, ...choices].map(([choice, text]) => (
            <option key={choice} value={choice} selected={choice === (value ?? '')}>
              {text}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}
