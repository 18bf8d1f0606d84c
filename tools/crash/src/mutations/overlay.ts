import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { mutate } from './mutation.js';
import { mutationNamed } from './mutations.js';

/**
 * Loaded by `node --import` before a service: hands it one of its modules in a broken form. Nothing
 * on the disk changes, and the product holds no switch for it.
 */
const { searchParams } = new URL(import.meta.url);
const mutation = mutationNamed(searchParams.get('mutation') ?? '');
const traceFile = searchParams.get('trace') ?? '';

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(`/${mutation.module}`)) return loaded;
    const source = mutate(Buffer.from(loaded.source as Uint8Array).toString('utf8'), mutation);
    appendFileSync(traceFile, `${process.argv[1]}\n`);
    return { ...loaded, source };
  },
});
