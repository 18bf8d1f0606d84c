const link = new URLSearchParams(location.search).get('link') ?? '';
for (const answer of ['approve', 'refuse']) {
  const query = new URLSearchParams({ link, answer });
  document.getElementById(answer).href = `/challenge/decide?${query}`;
}
