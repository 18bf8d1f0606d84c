import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { ConsoleApp, ParkedMessage } from '@towpath/contracts/operator';
import { Link } from 'react-router';
import { ActionsMenu } from '../actions/actions-menu.js';
import { PARKED_MESSAGES } from '../api/data-provider.js';
import { KIND_NAMES, KINDS } from '../api/resource-name.js';
import { AppName, Code, Instant } from '../parts/parts.js';

/** A list of what belongs to a customer app. */
function pathOfList({ list, app }: { list: string; app: string }): string {
  const filter = encodeURIComponent(JSON.stringify({ customer_app_id: app }));
  return `/${list}?filter=${filter}`;
}

/** Customer apps, each with the ways to its resources. */
export function FoundApps({ apps }: { readonly apps: readonly ConsoleApp[] }) {
  return apps.map(({ customer_app_id: id, name, type }) => (
    <Card key={id} component="section" aria-labelledby={`found-${id}`} sx={{ p: 2, mb: 2 }}>
      <Typography id={`found-${id}`} component="h2" variant="h2">
        {name}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        Customer app · {type} · <Code>{id}</Code>
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 1.5 }}>
        {KINDS.map((kind) => (
          <Chip
            key={kind}
            component={Link}
            to={pathOfList({ list: kind, app: id })}
            clickable
            label={KIND_NAMES[kind][1]}
          />
        ))}
        <Chip
          component={Link}
          to={pathOfList({ list: PARKED_MESSAGES, app: id })}
          clickable
          label="Parked messages"
        />
      </Box>
    </Card>
  ));
}

/** Parked messages with their actions, and the way to where Watch lists the oldest of their app. */
export function FoundMessages({ messages }: { readonly messages: readonly ParkedMessage[] }) {
  return messages.map(({ parked_message_id: id, ...message }) => {
    const { customer_app_id: app, event_name: name, topic, service, reason } = message;
    return (
      <Card key={id} component="section" aria-labelledby={`found-${id}`} sx={{ p: 2, mb: 2 }}>
        <Typography id={`found-${id}`} component="h2" variant="h2">
          Parked message: {name ?? topic}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          <AppName id={app} /> · {service} · <Instant at={message.parked_at} />
        </Typography>
        <Typography sx={{ my: 1 }}>{reason}</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <ActionsMenu on="parked_message" of={id} />
          <Chip
            component={Link}
            to={
              app === undefined ? `/${PARKED_MESSAGES}` : pathOfList({ list: PARKED_MESSAGES, app })
            }
            clickable
            label="See the parked messages"
          />
        </Box>
      </Card>
    );
  });
}
