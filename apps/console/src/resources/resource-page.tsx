import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import type {
  ConsoleResourceResponse,
  ListedResource,
  RelatedResource,
  ResourceKind,
} from '@towpath/contracts/operator';
import { ShowBase, Title, useRecordContext, useResourceContext, useShowContext } from 'react-admin';
import { Link, useParams } from 'react-router';
import { ActionDialog } from '../actions/action-dialog.js';
import { actionsOn } from '../actions/action-words.js';
import { ActionsMenu } from '../actions/actions-menu.js';
import { useAskedAction } from '../actions/asked-action.js';
import { KIND_NAMES, pathOf, recordIdOf, resourceNameOf } from '../api/resource-name.js';
import { useMayAct } from '../api/use-session.js';
import { KindIcon } from '../parts/kind-icon.js';
import { Amount, AppName, Code, StatusChip, Unanswered } from '../parts/parts.js';
import { words } from '../parts/words.js';
import { Story } from '../story/story.js';
import { Members } from './members.js';
import { PageTrouble } from './page-trouble.js';

interface SeenRecord {
  readonly id: string;
  /** Until the whole of it comes, what a list had of it. */
  readonly resource: ConsoleResourceResponse | ListedResource;
}

/** The page itself says what is wrong; react-admin would leave for the list. */
const STAYS = { onError: () => undefined };

export function ResourcePage() {
  return (
    <>
      <ShowBase<SeenRecord>
        disableAuthentication={false}
        queryOptions={STAYS}
        loading={<PageTrouble />}
        error={<PageTrouble />}
      >
        <Seen />
      </ShowBase>
      <OpenDialog />
    </>
  );
}

/** Beside what is shown: it stays while the page is read again. */
function OpenDialog() {
  const kind = useResourceContext() as ResourceKind;
  const { id: recordId = '' } = useParams();
  const mayAct = useMayAct();
  const { act, close } = useAskedAction();
  const action = actionsOn(kind).find((name) => name === act);
  if (!action || !mayAct) return null;
  const { customerAppId, id } = resourceNameOf({ kind, recordId });
  const target = { customer_app_id: customerAppId, id };
  return <ActionDialog key={`${action} ${recordId}`} {...{ action, target }} onClose={close} />;
}

function Seen() {
  const { error } = useShowContext();
  const resource = useRecordContext<SeenRecord>()?.resource;
  if (error || !resource || !('body' in resource)) return <PageTrouble />;
  return (
    <Box sx={{ pt: 2 }}>
      <Title title={KIND_NAMES[resource.kind][0]} />
      <Head resource={resource} />
      <Unanswered services={resource.unanswered} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 7fr) minmax(0, 5fr)' },
        }}
      >
        <Story entries={resource.story} isCut={resource.is_cut} />
        <Box sx={{ display: 'grid', gap: 2, gridRow: { xs: 2, lg: 'auto' } }}>
          <Related related={resource.related} />
          <Members key={recordIdOf(resource)} resource={resource} />
        </Box>
      </Box>
    </Box>
  );
}

function Head({ resource }: { readonly resource: ConsoleResourceResponse }) {
  const { amount, currency } = resource.body;
  return (
    <Card component="header" sx={{ p: { xs: 2, sm: 3 }, mb: 2 }}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}
      >
        <KindIcon kind={resource.kind} color="primary" />
        <Typography component="p" variant="h1">
          {KIND_NAMES[resource.kind][0]}
        </Typography>
        <StatusChip status={resource.status} />
        <Typography component="p" variant="h1" sx={{ ml: { sm: 'auto' } }}>
          <Amount
            amount={typeof amount === 'number' ? amount : undefined}
            currency={typeof currency === 'string' ? currency : undefined}
          />
        </Typography>
        <ActionsMenu on={resource.kind} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mt: 1, color: 'text.secondary' }}>
        <AppName id={resource.customer_app_id} />
        <Code>{resource.id}</Code>
      </Box>
    </Card>
  );
}

function Related({ related }: { readonly related: readonly RelatedResource[] }) {
  if (related.length === 0) return null;
  return (
    <Card component="section" aria-labelledby="related">
      <Typography id="related" component="h2" variant="h2" sx={{ px: 2, pt: 2 }}>
        Related
      </Typography>
      <List dense>
        {related.map((other) => (
          <ListItem key={`${other.kind} ${recordIdOf(other)}`} disablePadding>
            <ListItemButton component={Link} to={pathOf(other)}>
              <ListItemIcon sx={{ minWidth: 36 }}>
                <KindIcon kind={other.kind} fontSize="small" />
              </ListItemIcon>
              <ListItemText primary={words(other.as)} secondary={<Code>{other.id}</Code>} />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Card>
  );
}
