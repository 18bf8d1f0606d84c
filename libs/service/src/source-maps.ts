import { setSourceMapsSupport } from 'node:module';

/**
 * Preloaded with `--import`: stack traces name our sources. `--enable-source-maps` would keep the
 * maps of all packages in memory as well, 12 MiB per process.
 */
setSourceMapsSupport(true, { nodeModules: false });
