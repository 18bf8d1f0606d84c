import type { Institution } from '@towpath/contracts';
import { NameSearch } from '@towpath/kernel';
import type { PartResult } from '../figures.js';
import { Shop } from '../load/shop.js';
import { percentile } from '../measure/percentile.js';
import type { Stage } from '../run/stage.js';

const INSTITUTIONS = 10_000;
const SEARCHES_PER_S = 200;

/** (r) What a search costs among 10,000 institutions: the catalogue of the service, many times. */
export async function searchManyInstitutions(stage: Stage): Promise<PartResult> {
  const shop = await Shop.open(stage, 'Bench r');
  const path = '/institutions';
  const catalogue = await stage.http.send<Institution[]>({
    method: 'GET',
    path,
    token: shop.token,
  });
  const many = Array.from({ length: INSTITUTIONS }, (_, index) => numbered(catalogue, index));
  const names = new NameSearch(many, ({ institution_name: name, portal_name: portal = '' }) => [
    name,
    portal,
  ]);
  const times: number[] = [];
  for (let index = 0; index < SEARCHES_PER_S * stage.seconds; index += 1) {
    const typed = asTyped(many[(index * 37) % many.length]?.institution_name ?? '', index);
    const begin = performance.now();
    names.find(typed);
    times.push(performance.now() - begin);
  }
  stage.log(`(r) ${times.length} searches`);
  return {
    part: 'r',
    title: 'Search of 10,000 institutions',
    figures: [
      { id: 'institutions', name: 'institutions', value: many.length, unit: '' },
      { id: 'p50_ms', name: 'a search, p50', value: percentile(times, 0.5), unit: 'ms' },
      { id: 'p99_ms', name: 'a search, p99', value: percentile(times, 0.99), unit: 'ms' },
    ],
    plots: [
      { kind: 'curves', title: 'Searches', unit: 'ms', curves: [{ label: 'all', samples: times }] },
    ],
  };
}

/** Names of the catalogue over and over, each time with another place behind it. */
function numbered(catalogue: readonly Institution[], index: number): Institution {
  const one = catalogue[index % catalogue.length] as Institution;
  const round = Math.floor(index / catalogue.length);
  return round === 0
    ? one
    : { ...one, institution_name: `${one.institution_name} ${PLACES[round]}` };
}

const PLACES = Array.from(
  { length: 200 },
  (_, index) => `${['North', 'South', 'East', 'West'][index % 4]} ${index}`,
);

/** A beginning, a whole name, or one with two letters in the wrong order. */
function asTyped(name: string, index: number): string {
  if (index % 3 === 0) return name.slice(0, 4);
  if (index % 3 === 1) return name;
  return `${name[1] ?? ''}${name[0] ?? ''}${name.slice(2)}`;
}
