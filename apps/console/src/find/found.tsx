import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import type { FoundResource, SearchedBy, TriedTerm } from '@towpath/contracts/operator';
import { Link } from 'react-router';
import { KIND_NAMES, KINDS, pathOf, recordIdOf } from '../api/resource-name.js';
import { KindIcon } from '../parts/kind-icon.js';
import { Amount, AppName, Code, Instant, StatusChip } from '../parts/parts.js';
import { shownAmount } from '../parts/shown-amount.js';

/** What a text was taken for, as in `found by its reference`. */
const SEARCHED_AS: Readonly<Record<SearchedBy, string>> = {
  id: 'ID',
  reference: 'reference',
  email: 'e-mail address',
  last_four: 'last four digits',
  amount: 'amount',
};

/** One sentence for each meaning that was tried. */
function triedWords({ by, text, amount, currency, ...days }: TriedTerm): string {
  switch (by) {
    case 'id':
      return `A resource with the ID ${text}`;
    case 'reference':
      return `A resource with the reference “${text}”, written exactly so`;
    case 'email':
      return `A person with the e-mail address ${text}, as long as it is not erased`;
    case 'last_four':
      return `A card or account that ends with ${text}`;
    case 'amount':
      return `${shownAmount(amount ?? 0, currency ?? '')} from ${days.date_from} to ${days.date_to}, UTC`;
  }
}

export function FoundResources({ results }: { readonly results: readonly FoundResource[] }) {
  const groups = KINDS.map((kind) => ({
    kind,
    found: results.filter((result) => result.kind === kind),
  })).filter(({ found }) => found.length > 0);
  return groups.map(({ kind, found }) => (
    <Card key={kind} component="section" aria-labelledby={`found-${kind}`} sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, pt: 2 }}>
        <KindIcon kind={kind} fontSize="small" color="primary" />
        <Typography id={`found-${kind}`} component="h2" variant="h2">
          {KIND_NAMES[kind][found.length > 1 ? 1 : 0]}
        </Typography>
        <Typography color="textSecondary" variant="body2">
          {found.length}
        </Typography>
      </Box>
      <List>
        {found.map((resource) => (
          <Found key={recordIdOf(resource)} resource={resource} />
        ))}
      </List>
    </Card>
  ));
}

function Found({ resource }: { readonly resource: FoundResource }) {
  return (
    <ListItem disablePadding>
      <ListItemButton
        component={Link}
        to={pathOf(resource)}
        sx={{ display: 'block', px: 2, py: 1.25 }}
      >
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 1.5,
            rowGap: 0.5,
          }}
        >
          <StatusChip status={resource.status} />
          <Typography component="span" sx={{ fontWeight: 600 }}>
            <Amount amount={resource.amount} currency={resource.currency} />
          </Typography>
          <Typography component="span" variant="body2">
            {resource.summary}
          </Typography>
          <Chip size="small" label={`by ${SEARCHED_AS[resource.found_by]}`} sx={{ ml: 'auto' }} />
        </Box>
        <Typography component="div" variant="caption" color="textSecondary" sx={{ mt: 0.75 }}>
          <Box
            component="span"
            sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.25 }}
          >
            <AppName id={resource.customer_app_id} />
            <Code>{resource.id}</Code>
            <Instant at={resource.created_at} />
          </Box>
        </Typography>
      </ListItemButton>
    </ListItem>
  );
}

export function NothingFound({ tried }: { readonly tried: readonly TriedTerm[] }) {
  return (
    <Card sx={{ p: 3 }}>
      <Typography component="h2" variant="h2">
        Nothing found
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 1 }}>
        Looked for, in the apps that you may see:
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 3 }}>
        {tried.map((term) => (
          <li key={term.by}>{triedWords(term)}</li>
        ))}
      </Box>
    </Card>
  );
}
