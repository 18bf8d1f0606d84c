import { QueryClient } from '@tanstack/react-query';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { lazy, Suspense, useState } from 'react';
import { Admin, CustomRoutes, Loading, Resource } from 'react-admin';
import { BrowserRouter, Route } from 'react-router';
import { consoleAuthProvider, type Sessions } from './api/auth-provider.js';
import { ConsoleError, type ConsoleApi } from './api/console-api.js';
import {
  AUDIT_ENTRIES,
  consoleDataProvider,
  PARKED_MESSAGES,
  PROPOSALS,
} from './api/data-provider.js';
import { KIND_NAMES, KINDS } from './api/resource-name.js';
import { SessionProvider } from './api/use-session.js';
import { ApprovalList } from './approvals/approval-list.js';
import { AuditList } from './audit/audit-list.js';
import { FindPage } from './find/find-page.js';
import { ConsoleLayout } from './layout/console-layout.js';
import { LoginPage } from './layout/login-page.js';
import { NotForRole } from './layout/not-for-role.js';
import { ResourceList } from './resources/resource-list.js';
import { ResourcePage } from './resources/resource-page.js';
import { darkTheme, lightTheme } from './theme/theme.js';
import { ParkedMessageList } from './watch/parked-message-list.js';

/** With the library of the charts, which no other screen needs. */
const WatchPage = lazy(() => import('./watch/watch-page.js'));

/** The words of react-admin, where the console says it otherwise. */
const wording = polyglotI18nProvider(() => ({
  ...english,
  ra: {
    ...english.ra,
    auth: { ...english.ra.auth, logout: 'Log out', auth_check_error: 'Log in to go on.' },
    page: { ...english.ra.page, empty: 'Nothing here yet.' },
    navigation: { ...english.ra.navigation, no_filtered_results: 'Nothing fits these filters.' },
  },
}));

interface ConsoleAppProps {
  readonly api: ConsoleApi;
  readonly sessions: Sessions;
}

/** A refusal stays one; only what may pass is asked again. */
const CLIENT_ERRORS = { from: 400, to: 500 };
const queries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        retry: (failures, error) =>
          failures < 1 &&
          !(
            error instanceof ConsoleError &&
            error.status >= CLIENT_ERRORS.from &&
            error.status < CLIENT_ERRORS.to
          ),
      },
    },
  });

export function ConsoleApp({ api, sessions }: ConsoleAppProps) {
  const [parts] = useState(() => ({
    authProvider: consoleAuthProvider(api, sessions),
    dataProvider: consoleDataProvider(api),
    queryClient: queries(),
  }));
  return (
    <BrowserRouter>
      <SessionProvider sessions={sessions} clock={api.clock}>
        <Admin
          {...parts}
          requireAuth
          disableTelemetry
          title="Console"
          i18nProvider={wording}
          theme={lightTheme}
          darkTheme={darkTheme}
          layout={ConsoleLayout}
          loginPage={LoginPage}
          accessDenied={NotForRole}
          dashboard={FindPage}
        >
          {KINDS.map((kind) => (
            <Resource
              key={kind}
              name={kind}
              list={ResourceList}
              show={ResourcePage}
              options={{ label: KIND_NAMES[kind][1] }}
            />
          ))}
          <Resource
            name={PARKED_MESSAGES}
            list={ParkedMessageList}
            options={{ label: 'Parked messages' }}
          />
          <Resource name={PROPOSALS} list={ApprovalList} options={{ label: 'Approvals' }} />
          <Resource name={AUDIT_ENTRIES} list={AuditList} options={{ label: 'Audit' }} />
          <CustomRoutes>
            <Route
              path="/watch"
              element={
                <Suspense fallback={<Loading />}>
                  <WatchPage />
                </Suspense>
              }
            />
          </CustomRoutes>
        </Admin>
      </SessionProvider>
    </BrowserRouter>
  );
}
