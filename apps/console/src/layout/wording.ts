import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';

/** The words of react-admin, where the console says it otherwise. */
export const wording = polyglotI18nProvider(() => ({
  ...english,
  ra: {
    ...english.ra,
    auth: { ...english.ra.auth, logout: 'Log out', auth_check_error: 'Log in to go on.' },
    page: { ...english.ra.page, empty: 'Nothing here yet.' },
    navigation: { ...english.ra.navigation, no_filtered_results: 'Nothing fits these filters.' },
  },
}));
