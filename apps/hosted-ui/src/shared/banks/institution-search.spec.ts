import type { ApiAnswer } from '../api/api-answer.js';
import { ManualTimers, settled } from '../fakes.js';
import type { Institution } from '../api/page-types.js';
import { InstitutionSearch, NO_SEARCH, type SearchState } from './institution-search.js';

type Found = ApiAnswer<{ institutions: Institution[] }> | null;

const bank = (name: string): Institution => ({
  institution_id: name,
  name,
  user_type: 'INDIVIDUAL',
  redirect: false,
});
const found = (...names: string[]): Found => ({
  ok: true,
  value: { institutions: names.map(bank) },
});

function aSearch() {
  const timers = new ManualTimers();
  const questions: { query: string; answer: (found: Found) => void }[] = [];
  let state: SearchState<Institution> = NO_SEARCH;
  const search = new InstitutionSearch({
    timers,
    ask: (query) => {
      const { promise, resolve } = Promise.withResolvers<Found>();
      questions.push({ query, answer: resolve });
      return promise;
    },
    changed: (changed) => {
      state = changed;
    },
  });
  const answer = async (index: number, given: Found) => {
    questions[index]?.answer(given);
    await settled();
  };
  return {
    search,
    timers,
    answer,
    asked: () => questions.map(({ query }) => query),
    state: () => state,
    names: () => state.found?.map(({ name }) => name),
  };
}

describe('the search for a bank', () => {
  it('loads the full list once at the start', async () => {
    const { search, asked, answer, names } = aSearch();
    search.begin();
    search.begin();
    await answer(0, found('Test Bank'));
    search.begin();
    expect(asked()).toEqual(['']);
    expect(names()).toEqual(['Test Bank']);
  });

  it('sends the typed text once the payer pauses', async () => {
    const { search, timers, asked, answer, names, state } = aSearch();
    for (const typed of ['t', 'te', 'tes ']) search.type(typed);
    expect(asked()).toEqual([]);
    expect(state().searching).toBe(true);
    await timers.pass(250);
    expect(asked()).toEqual(['tes']);
    await answer(0, found('Test Bank'));
    expect(names()).toEqual(['Test Bank']);
    expect(state()).toMatchObject({ query: 'tes ', searching: false });
  });

  it('ignores an older answer that arrives after a newer one', async () => {
    const { search, timers, answer, names } = aSearch();
    search.type('jade');
    await timers.pass(250);
    search.type('jade or');
    await timers.pass(250);
    await answer(1, found('Jade Orchard'));
    await answer(0, found('Jade Gate'));
    expect(names()).toEqual(['Jade Orchard']);
  });

  it('keeps its list when the server cannot be reached, and can search again', async () => {
    const { search, timers, answer, names, state, asked } = aSearch();
    search.begin();
    await answer(0, found('Test Bank'));
    search.type('x');
    await timers.pass(250);
    await answer(1, { ok: false, failure: { kind: 'offline' } });
    expect(state().failure).toEqual({ kind: 'offline' });
    expect(names()).toEqual(['Test Bank']);
    search.again();
    await answer(2, found());
    expect(asked()).toEqual(['', 'x', 'x']);
    expect(state()).toMatchObject({ failure: null, found: [] });
  });

  it('does not start again by itself after a failure', async () => {
    const { search, answer, asked } = aSearch();
    search.begin();
    await answer(0, { ok: false, failure: { kind: 'server' } });
    search.begin();
    expect(asked()).toEqual(['']);
  });
});
