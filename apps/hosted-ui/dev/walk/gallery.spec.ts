import { LINK_SCENARIOS } from '../fake/link/link-scenarios.js';
import { MANDATE_SCENARIOS } from '../fake/mandate/mandate-scenarios.js';
import { PAY_SCENARIOS } from '../fake/scenarios.js';
import { LINK_GALLERY } from './link-gallery.js';
import { MANDATE_GALLERY } from './mandate-gallery.js';
import { PAY_GALLERY } from './pay-gallery.js';

it.each([
  {
    page: 'payment',
    gallery: PAY_GALLERY,
    scenarios: PAY_SCENARIOS,
    behaviourOnly: [
      'answer_lost',
      'link_gone',
      'processing',
      'processor_fields_ended',
      'processor_fields_saved',
      'processor_fields_setup',
      'processor_fields_surcharge',
      'session_ended',
    ],
  },
  {
    page: 'mandate',
    gallery: MANDATE_GALLERY,
    scenarios: MANDATE_SCENARIOS,
    behaviourOnly: ['answer_lost', 'session_ended'],
  },
  {
    page: 'link',
    gallery: LINK_GALLERY,
    scenarios: LINK_SCENARIOS,
    behaviourOnly: ['iframe', 'query', 'standalone'],
  },
])('the gallery of the $page page visits each scenario that looks different', (row) => {
  const visited = new Set(row.gallery.map(({ scenario }) => scenario));
  const left = Object.keys(row.scenarios).filter((name) => !visited.has(name));
  expect(left.sort()).toEqual(row.behaviourOnly);
});
