import { DATA_PRODUCTS, PRODUCT_OUTCOMES, WEBHOOK_EVENT_TYPES } from '@towpath/contracts';
import type { ProductOutcome } from '../../banks/institution-connections/retrieved-rows.js';
import {
  beginProducts,
  completionOf,
  endProduct,
  OUTCOME_STATUSES,
  productEventOf,
  PRODUCTS,
  type ProductProgresses,
} from './products.js';

const AT = new Date('2026-03-02T08:15:30.250Z');
const LATER = new Date('2026-03-03T08:15:30.250Z');

function ended(outcomes: readonly ProductOutcome[]): ProductProgresses {
  const products = PRODUCTS.slice(0, outcomes.length);
  return outcomes.reduce(
    (known, outcome, index) => endProduct(known, { product: products[index]!, outcome, at: AT }),
    beginProducts({}, products),
  );
}

it('every product and outcome of the contract has a webhook', () => {
  expect([PRODUCTS, Object.keys(OUTCOME_STATUSES)]).toEqual([DATA_PRODUCTS, PRODUCT_OUTCOMES]);
  for (const product of PRODUCTS) {
    for (const outcome of PRODUCT_OUTCOMES) {
      expect(WEBHOOK_EVENT_TYPES).toContain(productEventOf(product, outcome));
    }
  }
});

it.each<[ProductOutcome[], string]>([
  [[], 'COMPLETE'],
  [['RETRIEVED', 'PARTIALLY_RETRIEVED', 'NOT_FOUND', 'NOT_SUPPORTED'], 'COMPLETE'],
  [['RETRIEVED', 'RETRIEVAL_FAILED'], 'PARTLY'],
  [['NOT_FOUND', 'TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION'], 'PARTLY'],
  [['RETRIEVAL_FAILED', 'TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION'], 'FAILED'],
])('products with the outcomes %j are completed as %s', (outcomes, expected) => {
  expect(completionOf(ended(outcomes))).toBe(expected);
});

it('the completion of a retrieval is PENDING while one product is', () => {
  expect(completionOf(beginProducts(ended(['RETRIEVAL_FAILED']), ['identity']))).toBe('PENDING');
});

it('a product keeps its last success when a refresh fails', () => {
  const again = beginProducts(ended(['RETRIEVED']), ['accounts']);
  expect(again.accounts).toMatchObject({ status: 'IN_PROGRESS', lastSuccess: AT.toISOString() });
  const failed = endProduct(again, { product: 'accounts', outcome: 'RETRIEVAL_FAILED', at: LATER });
  expect(failed.accounts).toEqual({
    status: 'ERROR',
    statusDetails: 'ACCOUNTS_RETRIEVAL_FAILED',
    lastUpdate: LATER.toISOString(),
    lastSuccess: AT.toISOString(),
  });
});
