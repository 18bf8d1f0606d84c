import { runService } from '@towpath/service';
import { service } from './service.js';

await runService(service);
