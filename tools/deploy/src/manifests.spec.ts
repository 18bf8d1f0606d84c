import { isAllowedEdge } from '@towpath/http';
import { BASE_KEY_PURPOSES } from '@towpath/persistence';
import { SERVICE_NAMES, type OperationOwner } from '@towpath/contracts';
import { SYSTEM_SERVICES } from '@towpath/local-system';
import { consumedBy } from './kafka-traffic.js';
import { readManifests } from './service-manifests.fixture.js';

const manifests = readManifests();
const SHARED_KEYS = [...BASE_KEY_PURPOSES, 'service-auth'];

/** What `npm start` and the tests start. */
function startedAs(service: string) {
  const definition = SYSTEM_SERVICES.find(({ name }) => name === service);
  if (!definition) throw new Error(`${service} is not started`);
  return definition;
}

describe('the manifests of the services', () => {
  it('exist for every service', () => {
    const names = manifests.map(({ service }) => service);
    expect(names.sort()).toEqual([...SERVICE_NAMES].sort());
  });

  it.each(manifests)('start $service with the peers that it calls', ({ service, calls }) => {
    const { calls: started } = startedAs(service);
    const peers = new Set([...started, ...(service === 'gateway' ? [] : ['gateway'])]);
    expect([...peers].sort()).toEqual(calls);
  });

  it.each(manifests)('start $service with its keys', ({ service, keyPurposes }) => {
    const given = [...SHARED_KEYS, ...startedAs(service).keyPurposes];
    expect(given.sort()).toEqual(keyPurposes);
  });

  it.each(manifests)('start $service without the simulated banks', ({ variables }) => {
    const needed = variables.filter(({ name, required }) => required && name.startsWith('SANDBOX'));
    expect(needed).toEqual([]);
  });

  it.each(manifests)('let $service call these peers and no others', ({ service, calls }) => {
    const targets: OperationOwner[] = [...SERVICE_NAMES, 'sandbox'];
    const allowed = targets.filter((to) => isAllowedEdge(service as OperationOwner, to));
    expect(allowed.sort()).toEqual(calls);
  });

  it.each(manifests)('let $service read its topics', ({ service, topics }) => {
    const name = SERVICE_NAMES.find((each) => each === service);
    const granted = name ? consumedBy(name).map(({ topic }) => topic) : [];
    expect(granted.sort()).toEqual(topics.reads);
  });
});
