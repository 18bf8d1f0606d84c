export type { HostedInstitution as Institution } from '@towpath/contracts/mandate';
