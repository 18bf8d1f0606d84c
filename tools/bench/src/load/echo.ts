import { fastify } from 'fastify';

// The yardstick of part (a): the least that a Fastify process does with a JSON body.
const app = fastify();
app.post('/echo', (request) => request.body);
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${address}\n`);
