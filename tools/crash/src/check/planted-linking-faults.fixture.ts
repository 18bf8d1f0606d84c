import { APP } from './evidence-builder.fixture.js';
import { fault, remove, row, type PlantedFault } from './planted-fault.fixture.js';

const PRODUCT_UPDATED = 'login_identity.product_updated';

/** Faults with logins at banks and their data. */
export const LINKING_FAULTS: readonly PlantedFault[] = [
  fault('ACKNOWLEDGED_LOGIN_LOST', 'an acknowledged login is gone', ({ linking }) => {
    remove(linking.logins, { login_identity_id: 'login-kept' });
  }),
  fault('ACKNOWLEDGED_LOGIN_LOST', 'a deletion was acknowledged and undone', ({ linking }) => {
    row(linking.logins, { login_identity_id: 'login-gone' }).status = 'DATA_RETRIEVAL_COMPLETE';
  }),
  fault('LOGIN_STUCK', 'the job of a product was lost', ({ linking }) => {
    const login = row(linking.logins, { login_identity_id: 'login-kept' });
    login.status = 'DATA_RETRIEVAL_IN_PROGRESS';
    login.session_status = 'IN_PROGRESS';
  }),
  fault('LOGIN_STUCK', 'an unlink never ended', ({ linking }) => {
    row(linking.logins, { login_identity_id: 'login-gone' }).status = 'UNLINKED';
  }),
  fault('PRODUCT_TWICE', 'a job ran twice with effect', ({ outbox }) => {
    outbox.push({ ...row(outbox, { event_name: PRODUCT_UPDATED }) });
  }),
  fault('PRODUCT_MISSING', 'a login is complete without a product', ({ linking }) => {
    const login = row(linking.logins, { login_identity_id: 'login-kept' });
    login.products = [...login.products, 'identity'];
  }),
  fault('TRANSACTIONS_WRONG', 'a refresh stored a transaction again', ({ linking }) => {
    const account = row(linking.accounts, { login_identity_id: 'login-kept' });
    account.sum += 50;
    account.posted_sum += 50;
  }),
  fault('TRANSACTIONS_WRONG', 'a pending row is gone and its account counts it', ({ linking }) => {
    row(linking.accounts, { login_identity_id: 'login-kept' }).transactions -= 1;
  }),
  fault('TRANSACTIONS_WRONG', 'a row was posted and is still pending', ({ linking }) => {
    row(linking.accounts, { login_identity_id: 'login-kept' }).posted_sum = 900;
  }),
  fault('LOGIN_REMAINS', 'credentials outlived the login', ({ linking }) => {
    linking.remains.push({
      customer_app_id: APP,
      login_identity_id: 'login-gone',
      table: 'login_credentials',
      rows: 1,
    });
  }),
];
