import { Launcher } from './launcher.js';

await new Launcher().run();
