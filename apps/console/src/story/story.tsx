import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { StoryEntry, StoryEntryKind } from '@towpath/contracts/operator';
import { useState } from 'react';
import { utcDay } from '../parts/shown-time.js';
import { ENTRY_KINDS, ENTRY_WORDS } from './entry-kinds.js';
import { StoryLine } from './story-line.js';

interface StoryProps {
  readonly entries: readonly StoryEntry[];
  readonly isCut: boolean;
}

/** What happened to a resource, over all services: the newest last, as it happened. */
export function Story({ entries, isCut }: StoryProps) {
  const [hidden, setHidden] = useState<ReadonlySet<StoryEntryKind>>(new Set());
  const kinds = ENTRY_KINDS.filter((kind) => entries.some(({ entry }) => entry === kind));
  const shown = entries.filter(({ entry }) => !hidden.has(entry));
  const toggle = (kind: StoryEntryKind) => {
    const next = new Set(hidden);
    if (!next.delete(kind)) next.add(kind);
    setHidden(next);
  };
  return (
    <Card component="section" aria-labelledby="story" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id="story" component="h2" variant="h2">
        Timeline
      </Typography>
      <Box
        role="group"
        aria-label="Show"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, my: 2 }}
      >
        {kinds.map((kind) => (
          <Chip
            key={kind}
            component="button"
            clickable
            size="small"
            label={ENTRY_WORDS[kind][1]}
            variant={hidden.has(kind) ? 'outlined' : 'filled'}
            color={hidden.has(kind) ? 'default' : 'primary'}
            aria-pressed={!hidden.has(kind)}
            onClick={() => toggle(kind)}
          />
        ))}
      </Box>
      {isCut && (
        <Alert severity="info" sx={{ mb: 2 }}>
          Older entries are left out.
        </Alert>
      )}
      {entries.length === 0 && (
        <Typography color="textSecondary">Nothing is known of what happened.</Typography>
      )}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map((entry, index) => {
          const day = utcDay(entry.at);
          const before = shown[index - 1];
          return (
            <StoryLine
              key={`${entry.at} ${entry.service} ${index}`}
              entry={entry}
              day={before && utcDay(before.at) === day ? undefined : day}
              isLast={index === shown.length - 1}
            />
          );
        })}
      </Box>
    </Card>
  );
}
