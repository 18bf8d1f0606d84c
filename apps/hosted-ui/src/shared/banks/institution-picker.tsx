import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.js';
import type { Institution } from '../api/page-types.js';
import type { BankTexts } from './i18n/en.js';
import { movedTo } from './list-keys.js';
import { InstitutionMark } from './institution-mark.js';
import type { SearchState } from './institution-search.js';

interface InstitutionPickerProps {
  readonly search: SearchState<Institution>;
  /** The one that is being chosen. */
  readonly chosen: Institution | null;
  readonly words: BankTexts['search'];
  /** What else tells an institution from others of its name; by its place in the list. */
  readonly notes?: readonly string[];
  readonly onType: (query: string) => void;
  readonly onChoose: (institution: Institution) => void;
}

const LIST = 'banks';
const optionId = (index: number) => `${LIST}-${index}`;

/**
 * A search field over an open list. The focus stays in the field; arrow keys move through the list,
 * Enter chooses, Escape clears the search.
 */
export function InstitutionPicker(props: InstitutionPickerProps) {
  const { search, chosen, words, notes, onChoose } = props;
  const { found } = search;
  // In the list that is shown: an effect that resets it could take back a key pressed before it.
  const [marked, setMarked] = useState({ found, index: -1 });
  const active = marked.found === found ? marked.index : -1;
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div class="picker">
      <SearchField {...props} active={active} onMove={(index) => setMarked({ found, index })} />
      <p class="picker__count small" role="status">
        {countText(search, words)}
      </p>
      {search.found === null && !search.failure ? (
        <span class="bone bone--list" />
      ) : (
        <ul
          id={LIST}
          class="picker__list"
          role="listbox"
          aria-label={words.list}
          aria-busy={search.searching ? 'true' : undefined}
        >
          {search.found?.map((institution, index) => (
            <Row
              key={institution.institution_id}
              id={optionId(index)}
              institution={institution}
              active={index === active}
              busy={institution.institution_id === chosen?.institution_id}
              words={words}
              note={notes?.[index]}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface SearchFieldProps extends InstitutionPickerProps {
  readonly active: number;
  readonly onMove: (active: number) => void;
}

function SearchField({ search, words, active, onType, onChoose, onMove }: SearchFieldProps) {
  const found = search.found ?? [];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const institution = found[active];
    const moved = movedTo({ key: event.key, active, count: found.length });
    if (moved !== null) onMove(moved);
    else if (event.key === 'Enter' && institution) onChoose(institution);
    else if (event.key === 'Escape' && search.query !== '') onType('');
    else return;
    event.preventDefault();
  };
  return (
    <div class="field">
      <label for="bank-search">{words.search}</label>
      <p id="bank-search-hint" class="field__hint small">
        {words.hint}
      </p>
      <span class="field__box">
        <input
          id="bank-search"
          type="text"
          role="combobox"
          inputmode="search"
          enterkeyhint="search"
          autocomplete="off"
          autocapitalize="none"
          autocorrect="off"
          spellcheck={false}
          maxlength={100}
          value={search.query}
          aria-describedby="bank-search-hint"
          aria-autocomplete="list"
          aria-expanded={found.length > 0 ? 'true' : 'false'}
          aria-controls={LIST}
          aria-activedescendant={active >= 0 ? optionId(active) : undefined}
          onInput={(event) => onType(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {search.searching && search.found && <Icon name="spinner" />}
      </span>
    </div>
  );
}

function countText(
  { found, searching, query }: SearchState<Institution>,
  words: BankTexts['search'],
) {
  if (!found || searching) return '';
  if (found.length === 0) return words.none;
  return query.trim() === '' ? '' : words.found(found.length);
}

interface RowProps {
  readonly id: string;
  readonly institution: Institution;
  readonly active: boolean;
  readonly busy: boolean;
  readonly words: BankTexts['search'];
  readonly note: string | undefined;
  readonly onChoose: (institution: Institution) => void;
}

function Row({ id, institution, active, busy, words, note, onChoose }: RowProps) {
  const notes = [
    note,
    institution.portal_name,
    institution.user_type === 'BUSINESS' ? words.business : null,
    institution.redirect ? words.ownPage : null,
  ].filter(Boolean);
  return (
    <li
      id={id}
      class={`bank${active ? ' bank--active' : ''}`}
      role="option"
      aria-selected={active || busy ? 'true' : 'false'}
      onClick={() => onChoose(institution)}
    >
      <InstitutionMark institution={institution} />
      <span class="bank__words">
        <span class="bank__name">{institution.name}</span>
        {notes.length > 0 && <span class="small">{notes.join(' · ')}</span>}
      </span>
      {busy && <Icon name="spinner" />}
    </li>
  );
}
