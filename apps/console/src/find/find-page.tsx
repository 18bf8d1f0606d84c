import SearchIcon from '@mui/icons-material/Search';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import InputAdornment from '@mui/material/InputAdornment';
import LinearProgress from '@mui/material/LinearProgress';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Title, useDataProvider } from 'react-admin';
import { useSearchParams } from 'react-router';
import type { ConsoleDataProvider } from '../api/data-provider.js';
import { Unanswered } from '../parts/parts.js';
import { ParkedMessageDialog } from '../watch/parked-message-dialog.js';
import { FoundApps, FoundMessages } from './found-others.js';
import { FoundResources, NothingFound } from './found.js';

/** One field for everything. What was typed is in the address, so that going back shows it again. */
export function FindPage() {
  const [address, setAddress] = useSearchParams();
  const typed = address.get('q') ?? '';
  const { find } = useDataProvider<ConsoleDataProvider>();
  const { data, error, isFetching } = useQuery({
    queryKey: ['find', typed],
    queryFn: () => find(typed),
    enabled: typed !== '',
  });
  return (
    <Box sx={{ maxWidth: 920, mx: 'auto', width: '100%', pt: typed ? 3 : { xs: 4, sm: '12vh' } }}>
      <Title title="Find" />
      <Typography variant="h1" component="p" sx={{ mb: 2 }}>
        Find a payment, a person or a message
      </Typography>
      <FindField key={typed} typed={typed} onFind={(q) => setAddress(q === '' ? {} : { q })} />
      <ParkedMessageDialog messages={data?.parked_messages ?? []} />
      <Box sx={{ mt: 3 }} aria-live="polite" aria-busy={isFetching}>
        {isFetching && <LinearProgress aria-label="Searching" />}
        {error && <Alert severity="error">{error.message}</Alert>}
        {data && !isFetching && (
          <>
            <Unanswered services={data.unanswered} />
            <FoundApps apps={data.apps} />
            <FoundMessages messages={data.parked_messages} />
            <FoundResources results={data.results} />
            {data.results.length + data.apps.length + data.parked_messages.length === 0 && (
              <NothingFound tried={data.tried} />
            )}
          </>
        )}
      </Box>
    </Box>
  );
}

interface FindFieldProps {
  readonly typed: string;
  readonly onFind: (typed: string) => void;
}

function FindField({ typed, onFind }: FindFieldProps) {
  const [text, setText] = useState(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind(text.trim());
  };
  return (
    <Card component="form" role="search" onSubmit={submit} sx={{ p: { xs: 1.5, sm: 2 } }}>
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1.5 }}>
        <TextField
          fullWidth
          autoFocus
          size="medium"
          variant="outlined"
          margin="none"
          label="What do you look for?"
          value={text}
          onChange={({ target }) => setText(target.value)}
          slotProps={{
            htmlInput: { maxLength: 256, autoComplete: 'off', spellCheck: false },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon />
                </InputAdornment>
              ),
            },
          }}
        />
        <Button type="submit" size="large" variant="contained" sx={{ px: 4 }}>
          Find
        </Button>
      </Box>
      <Typography variant="caption" color="textSecondary" sx={{ display: 'block', mt: 1.25 }}>
        An ID, a reference, an e-mail address, the last four digits of a card or account, or an
        amount with its currency: HKD 125.00 2026-11
      </Typography>
    </Card>
  );
}
