import { operations, type Operation } from '@towpath/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Forwarder } from './forwarder.js';
import { OperationPlaces } from './slots.js';
import type { ServiceTargets } from './service-target.js';

describe('an operation that is not built yet', () => {
  it('is refused before any service is called', async () => {
    const [operation] = operations;
    const unbuilt = { ...operation, built: false } as Operation;
    const forwarder = new Forwarder({} as ServiceTargets, new OperationPlaces(), {
      awaitStill: () => Promise.resolve(),
    });
    const call = { request: {} as FastifyRequest, reply: {} as FastifyReply };
    await expect(forwarder.forward(unbuilt, call)).rejects.toMatchObject({
      code: 'NOT_IMPLEMENTED',
      explanation: `${unbuilt.id} is not built yet.`,
    });
  });
});
