export const en = {
  search: {
    search: 'Search for your bank',
    hint: 'Spelling does not have to be exact.',
    list: 'Banks',
    found: (count: number) => (count === 1 ? '1 bank' : `${count} banks`),
    none: 'No bank found. Try another spelling or fewer letters.',
    failed: 'The banks could not be loaded.',
    business: 'Business',
    ownPage: 'Opens the bank’s page',
    title: 'Choose your bank',
    change: 'Change bank',
  },
  login: {
    show: 'Show',
    hide: 'Hide',
    title: (institution: string) => `Sign in to ${institution}`,
    continue: 'Sign in',
    /** Names of frequent fields; other fields have the bank's own names. */
    fields: { user_id: 'User ID', password: 'Password' },
  },
};

export type BankTexts = typeof en;
