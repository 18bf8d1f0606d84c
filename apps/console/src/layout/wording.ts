import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';

/** The words of react-admin, where the console says it otherwise. */
export const wording = polyglotI18nProvider(() => ({
  ...english,
  ra: {
    ...english.ra,
    auth: { ...english.ra.auth, auth_check_error: 'Log in to go on.' },
    page: {
      ...english.ra.page,
      empty: 'Nothing here yet.',
      access_denied: 'Not for your role',
    },
    message: { ...english.ra.message, access_denied: 'Only an administrator sees this page.' },
    navigation: { ...english.ra.navigation, no_filtered_results: 'Nothing fits these filters.' },
  },
}));
